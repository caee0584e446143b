import type { RefusedFile } from './plan-videos.ts'

/** The files that are not uploaded, each with its reason. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <details className="rounded-field border border-line bg-sunken" open={refused.length <= 5}>
      <summary className="cursor-pointer px-3 py-2 font-semibold">
        {refused.length.toLocaleString('id-ID')} berkas tidak diunggah
      </summary>
      <ul className="px-3 pb-3 text-sm">
        {refused.map(({ path, reason }) => (
          <li key={path} className="py-1 wrap-anywhere">
            <span className="font-semibold">{path}</span>: <span className="text-ink-2">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
