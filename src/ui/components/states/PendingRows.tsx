/** Placeholder rows of a table that is being loaded, as high as the real ones. */
import { Pending } from './Pending.tsx';

const widths = ['62%', '48%', '74%', '55%', '67%'];

export function PendingRows({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Pending width={widths[(row + column) % widths.length] ?? '60%'} />
        </td>
      ))}
    </tr>
  ));
}
