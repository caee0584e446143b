import { useRevalidator } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { replyInput, type ModeratedReview } from '#contract/learning/reviews.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

/** The one public answer to a review: written, changed, or taken back. */
export function ReplyDialog({ review, onClose }: { review: ModeratedReview; onClose: () => void }) {
  const { reviews } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'delete'>((error) => serverMessage(error) ?? 'Belum terhapus. Coba lagi.')
  const ids = { id: review.course._id, reviewId: review._id }
  const saved = async ({ message }: { message?: string | undefined }) => {
    onClose()
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }
  const form = useContractForm(bySchema(replyInput), {
    values: { text: review.reply?.text ?? '' },
    save: ({ text }) => reviews.replyToReview({ ...ids, text }),
    onSaved: (response) => saved(response),
  })
  return (
    <DialogForm title={`Balas ulasan ${review.name}`} form={form} submitLabel="Simpan Balasan" onClose={onClose}>
      {review.text && (
        <p
          className="max-h-40 overflow-y-auto text-ink-2 whitespace-pre-line wrap-anywhere"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
          tabIndex={0}
          role="region"
          aria-label={`Ulasan ${review.name}`}
        >
          {review.text}
        </p>
      )}
      <TextAreaField
        label="Balasan"
        required
        rows={4}
        hint="Semua orang membacanya di halaman kelas. Siswanya diberi tahu."
        {...form.field('text')}
      />
      {review.reply && (
        <Button
          type="button"
          variant="ghost"
          busy={busy === 'delete'}
          onClick={() => void run('delete', async () => saved(await reviews.deleteReviewReply(ids)))}
        >
          Hapus balasan
        </Button>
      )}
    </DialogForm>
  )
}
