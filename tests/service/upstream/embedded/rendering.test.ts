import { expect, it } from 'vitest';
import { Renderers, createSpeller } from '#service/upstream/embedded/rendering.ts';
import { defaultSwitches } from '#service/upstream/switches.ts';
import { record } from '#tests/service/talk.ts';

const asked = { properties: ['a552213_title'], propertiesWithHistory: [], idAsNumber: false };

it('renders a record once for the same question, and anew for another or for its next version', () => {
  const renderers = new Renderers(createSpeller(defaultSwitches));
  const call = record(0, { title: 'Call' });
  const first = renderers.getRenderer(asked)(call);
  expect(renderers.getRenderer(asked)(call)).toBe(first);
  expect(first.properties).toMatchObject({ a552213_title: 'Call', sys_object_id: first.id });
  expect(renderers.getRenderer({ ...asked, idAsNumber: true })(call).id).toBe(call.id);
  expect(renderers.getRenderer({ ...asked, properties: [] })(call).properties).not.toHaveProperty('a552213_title');
  expect(renderers.getRenderer({ ...asked, propertiesWithHistory: ['a552213_title'] })(call)).toHaveProperty(
    'propertiesWithHistory',
  );
  const changed = { ...call, updatedAt: call.updatedAt + 1 };
  expect(renderers.getRenderer(asked)(changed).updatedAt).not.toBe(first.updatedAt);
});

it('remembers many records, but not without end', () => {
  const render = new Renderers(createSpeller(defaultSwitches)).getRenderer(asked);
  const call = record(0);
  const first = render(call);
  for (let n = 1; n <= 20_000; n += 1) render(record(n));
  expect(render(call)).not.toBe(first);
  expect(render(call)).toEqual(first);
});
