import { useState } from 'react'
import { giftsContract } from '#contract/commerce/gifts.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button, buttonClass } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { CopyButton } from '#web/kit/ui/sharing/copy-button.tsx'

registerContract({ gifts: giftsContract })

type Props = { transaction: Transaction; gift: NonNullable<Transaction['gift']>; onClose: () => void }

/** A link of a gift that its giver passes on, such as by WhatsApp. */
export function GiftLinkDialog({ transaction, gift, onClose }: Props) {
  const { authenticated } = useApi()
  const [url, setUrl] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function make() {
    setBusy(true)
    setFailure(null)
    try {
      setUrl((await withLogin(() => authenticated.gifts.makeGiftLink({ id: transaction._id }))).data.url)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Tautannya belum bisa dibuat. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Kirim hadiah sendiri" open onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          Siapa pun yang memegang tautan ini bisa menerima hadiahnya, satu kali. Tautan di email untuk {gift.name} tetap
          berlaku; tautan yang kamu buat di sini sebelumnya tidak.
        </p>
        <div role="status" className="grid gap-3">
          {url && (
            <>
              <p className="rounded-field bg-sunken p-3 font-mono text-sm wrap-anywhere">{url}</p>
              <p className="flex flex-wrap gap-2">
                <CopyButton text={url} what="Tautan hadiah" />
                <a
                  href={`https://wa.me/?text=${encodeURIComponent(`Ada hadiah untukmu: ${transaction.title}. Buka di sini: ${url}`)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={buttonClass({ variant: 'outline', size: 'sm' })}
                >
                  WhatsApp<span className="sr-only"> (tab baru)</span>
                </a>
              </p>
            </>
          )}
        </div>
        {failure && <FormError>{failure}</FormError>}
        {url === null && (
          <Button busy={isBusy} className="justify-self-end" onClick={() => void make()}>
            Buat tautan
          </Button>
        )}
      </div>
    </Dialog>
  )
}
