import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { submissionsContract, type Submission } from '#contract/assessment/submissions.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

registerContract({ submissions: submissionsContract })

/** The text, link and files of one version. */
export function SubmissionWork({ submission: { text, link, files } }: { submission: Submission }) {
  return (
    <div className="grid gap-3">
      {text && <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{text}</p>}
      {link && (
        <p>
          <a
            href={link}
            target="_blank"
            rel="noreferrer nofollow ugc"
            className="font-semibold text-nila underline wrap-anywhere"
          >
            {link}
          </a>
          <span className="sr-only"> (tab baru)</span>
        </p>
      )}
      {files.length > 0 && (
        <ul className="grid gap-2" aria-label="Berkas">
          {files.map((file) => (
            <FileRow key={file._id} file={file} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FileRow({ file: { _id, name, bytes } }: { file: Submission['files'][number] }) {
  const { authenticated } = useApi()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { body } = await withLogin(() => authenticated.submissions.downloadSubmissionFile({ id: _id }))
      downloadFile(new File([body], name, { type: body.type }))
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Berkas belum bisa diunduh. Periksa koneksi, lalu coba lagi.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <Button
        type="button"
        variant="outline"
        size="sm"
        className="max-w-full whitespace-normal!"
        busy={isBusy}
        onClick={() => void save()}
      >
        <Download aria-hidden className="size-4 shrink-0" />
        <span className="text-left wrap-anywhere">
          <span className="sr-only">Unduh </span>
          {name} <span className="font-normal text-ink-3">{formatBytes(bytes)}</span>
        </span>
      </Button>
    </li>
  )
}

/** The comment and the chosen levels of a review. */
export function ReviewView({ review }: { review: NonNullable<Submission['review']> }) {
  const { comment, scores, points, maximumPoints, name, reviewedAt } = review
  return (
    <div className="grid gap-3 rounded-card bg-sunken p-4">
      <p className="text-sm text-ink-2">
        {name ? `Dinilai ${name}` : 'Dinilai'} · {formatShortDateTime(reviewedAt)}
      </p>
      {points !== null && (
        <p className="text-lg font-extrabold tabular-nums">
          {points} dari {maximumPoints} poin
        </p>
      )}
      {comment && <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{comment}</p>}
      {scores.length > 0 && (
        <dl className="grid gap-2">
          {scores.map((score, index) => (
            // Criteria may have the same name, and their order does not change.
            // oxlint-disable-next-line no-array-index-key
            <div key={index} className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2">
              <dt className="font-semibold wrap-anywhere">{score.criterion}</dt>
              <dd className="wrap-anywhere">
                {score.level}{' '}
                <span className="whitespace-nowrap text-ink-2 tabular-nums">
                  ({score.points} dari {score.maximumPoints})
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
