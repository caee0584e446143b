import type { LegalPage } from '#contract/privacy/privacy.ts'

/** Stored data with its purpose, basis and period. Two columns, so that it fits a phone; styled as tables in articles are. */
export const RetentionTable = ({ rows }: { rows: LegalPage['retention'] }) => (
  <section aria-labelledby="disimpan" className="mt-10">
    <h2 id="disimpan" className="text-h2 font-extrabold">
      Apa yang disimpan, dan berapa lama
    </h2>
    <p className="mt-2 text-ink-2">
      Sistem kami menghapus data menurut tabel ini. Menghapus akun berlaku segera, tanpa menunggu.
    </p>
    <div className="prose mt-4">
      <table>
        <caption className="sr-only">Data yang disimpan dan jangka waktunya</caption>
        <thead>
          <tr>
            <th scope="col">Data dan kegunaannya</th>
            <th scope="col">Disimpan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ data, purpose, basis, kept }) => (
            <tr key={data}>
              <td>
                <strong>{data}</strong>
                <span className="mt-1 block">{purpose}.</span>
                <span className="mt-1 block text-sm text-ink-3">Dasar: {basis}</span>
              </td>
              <td>{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
