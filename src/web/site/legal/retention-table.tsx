/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Browsers drop the table roles when CSS lays the table out as cards. */
import type { LegalPage } from '#contract/privacy.ts'

const columns = ['Data', 'Untuk apa', 'Dasar', 'Disimpan']
const label = 'block text-sm text-ink-3 md:hidden'
const cell = 'align-top max-md:block md:px-3 md:py-3'

/** What is stored and for how long: a table, and cards on a phone. */
export function RetentionTable({ rows }: { rows: LegalPage['retention'] }) {
  return (
    <section aria-labelledby="disimpan" className="mt-10">
      <h2 id="disimpan" className="text-h2 font-extrabold">
        Apa yang disimpan, dan berapa lama
      </h2>
      <p className="mt-2 text-ink-2">Sistem kami menghapus data menurut tabel ini. Menghapus akun berlaku segera, tanpa menunggu.</p>
      <table role="table" className="mt-4 w-full text-left text-[0.9375rem] max-md:block md:rounded-card md:border md:border-line md:bg-surface">
        <caption className="sr-only">Data yang disimpan dan jangka waktunya</caption>
        <thead role="rowgroup" className="max-md:hidden">
          <tr role="row" className="border-b border-line">
            {columns.map((name) => (
              <th key={name} role="columnheader" scope="col" className="px-3 py-2 text-sm font-semibold text-ink-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
          {rows.map(({ data, purpose, basis, kept }) => (
            <tr
              key={data}
              role="row"
              className="border-line max-md:grid max-md:gap-2 max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 md:not-last:border-b"
            >
              <th role="rowheader" scope="row" className={`${cell} font-semibold md:w-2/5`}>
                {data}
              </th>
              <td role="cell" className={cell}>
                <span aria-hidden="true" className={label}>
                  Untuk apa
                </span>
                {purpose}
              </td>
              <td role="cell" className={cell}>
                <span aria-hidden="true" className={label}>
                  Dasar
                </span>
                {basis}
              </td>
              <td role="cell" className={cell}>
                <span aria-hidden="true" className={label}>
                  Disimpan
                </span>
                {kept}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
