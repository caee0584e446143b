import type { Check } from './use-check.ts'

/** Findings of the check of an exercise. */
export const CheckNotes = ({ state }: Pick<Check, 'state'>) => (
  <div role="status" className="grid gap-2">
    {state === 'running' && <p>Memeriksa…</p>}
    {state === 'failed' && <p>Belum bisa diperiksa. Periksa koneksi, lalu coba lagi.</p>}
    {state === 'unchecked' && (
      <p className="rounded-card bg-kunyit-50 p-3 text-kunyit-ink">
        Sebelum ditayangkan: tekan Periksa, supaya solusinya pasti lulus dan kode awalnya belum.
      </p>
    )}
    {Array.isArray(state) &&
      state.map(({ isFine, text }) => (
        <p
          key={text}
          className={
            isFine
              ? 'rounded-card bg-daun-50 p-3 text-daun'
              : 'rounded-card bg-kunyit-50 p-3 break-words text-kunyit-ink'
          }
        >
          {isFine ? '' : 'Sebelum ditayangkan: '}
          {text}
        </p>
      ))}
  </div>
)
