import { describe, expect, it } from 'vitest';
import { formatRecordAddress, isRecordAddress, findRecordHost } from '#domain/record.ts';

describe('the address of a record', () => {
  it.each([
    ['https://crm.example.com/records/{id}', 'crm.example.com'],
    ['https://CRM.example.com:8443/?record={id}&tab=1', 'crm.example.com:8443'],
    ['https://[::1]/{id}', '[::1]'],
    ['https://xn--crm-dla.example/#/{id}', 'xn--crm-dla.example'],
  ])('%s leads to the host %s, which is that of every record', (template, host) => {
    expect(isRecordAddress(template)).toBe(true);
    expect(findRecordHost(template)).toBe(host);
    for (const id of ['1', '999999999999']) expect(new URL(formatRecordAddress(template, id)).host).toBe(host);
  });

  it.each([
    ['an address of another kind', 'http://crm.example.com/{id}'],
    ['a host that the id is part of', 'https://{id}.example.com/records/{id}'],
    ['an id that ends the host', 'https://crm.example.com{id}'],
    ['a name that only looks like the host', 'https://crm.example.com@evil.example/{id}'],
    ['a backslash, which browsers read as a slash', 'https://evil.example\\crm.example.com/{id}'],
    ['letters of another script in the host', 'https://crm.ex\u0430mple.com/{id}'],
    ['no place for the id', 'https://crm.example.com/'],
  ])('is not taken with %s', (_name, template) => {
    expect(isRecordAddress(template)).toBe(false);
    expect(() => findRecordHost(template)).toThrow();
  });
});
