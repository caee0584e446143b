import Gift from 'lucide-react/icons/gift'
import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { giftsContract } from '#contract/commerce/gifts.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, publicPage, requestLogin, useApi, useSession, withLogin, type Api } from '#web/identity/index.ts'
import { ownerPath } from '#web/commerce/item-paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'

registerContract({ gifts: giftsContract })

export const createGiftLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Hadiah ini belum bisa dibuka. Coba lagi sebentar lagi.'), async () => {
      const token = params['token'] ?? ''
      return { token, gift: (await api.anonymous.gifts.showGift({ token })).data }
    })

/** Opened from the mail of a gift: what it is, from whom, and the way to have it. */
export function GiftPage() {
  const { token, gift } = useLoaderData<ReturnType<typeof createGiftLoader>>()
  // The next gift may be opened on the same page.
  const [claimedToken, setClaimedToken] = useState<string | null>(null)
  const isClaimed = claimedToken === token
  const session = useSession()
  return (
    <div className="wrap grid justify-items-center py-12">
      <PageHead title="Hadiah untukmu" noIndex />
      <div className="grid w-full max-w-140 gap-6 rounded-dialog border border-line bg-surface p-5 shadow-card md:p-8">
        <div className="grid justify-items-center gap-3 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-kunyit text-on-kunyit">
            <Gift aria-hidden className="size-8" />
          </span>
          <h1 className="text-3xl font-extrabold text-balance">
            {isClaimed ? 'Hadiahnya sudah jadi milikmu 🎉' : `${gift.from} mengirimimu hadiah`}
          </h1>
          {gift.message && (
            <blockquote className="rounded-field bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-line text-ink-2">
              {gift.message}
            </blockquote>
          )}
        </div>
        <ul aria-label="Isi hadiah" className="grid gap-3">
          {gift.items.map((item) => (
            <li key={item._id} className="flex flex-wrap items-center gap-4 rounded-card border border-line p-3">
              <img
                src={item.thumbnail}
                alt=""
                width={112}
                height={63}
                className="aspect-video w-28 max-w-full rounded-field bg-sunken object-cover"
              />
              <div className="min-w-[min(10rem,100%)] flex-1">
                <p className="text-xs font-semibold text-nila">{itemKindLabels[item.kind]}</p>
                <p className="font-bold">{item.title}</p>
              </div>
              {isClaimed && (
                <ButtonLink size="sm" to={ownerPath(item)}>
                  {item.kind === 'course' ? 'Mulai Belajar' : 'Baca sekarang'}
                  <span className="sr-only"> {item.title}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
        <div>
          <div role="status">
            {isClaimed ? (
              <p className="text-center text-ink-2">
                Ada juga di Kelas Saya. Jangan lupa berterima kasih pada {gift.from}.
              </p>
            ) : (
              gift.state !== 'open' && (
                <p className="text-center font-semibold">
                  {gift.state === 'claimed' ? 'Hadiah ini sudah diterima.' : 'Hadiah ini sudah dibatalkan pemberinya.'}
                </p>
              )
            )}
          </div>
          {!isClaimed && gift.state === 'claimed' && session.status === 'signed-in' && (
            <ButtonLink variant="outline" block className="mt-4" to={paths.myCourses()}>
              Ke Kelas Saya
            </ButtonLink>
          )}
          {!isClaimed && gift.state === 'open' && (
            <Claim key={token} token={token} onClaimed={() => setClaimedToken(token)} />
          )}
        </div>
      </div>
    </div>
  )
}

function Claim({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const { authenticated } = useApi()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function claim() {
    setBusy(true)
    setFailure(null)
    try {
      if (session.status !== 'signed-in' && !(await requestLogin({ reason: 'Masuk untuk menerima hadiahmu.' }))) return
      await withLogin(() => authenticated.gifts.claimGift({ token }))
      onClaimed()
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum berhasil. Coba lagi.')
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-3">
      <Button size="lg" block busy={isBusy} onClick={() => void claim()}>
        Terima hadiah
      </Button>
      {session.status === 'signed-out' && (
        <>
          <p className="text-center text-sm text-ink-3">Hadiah bisa diterima dengan akun mana pun.</p>
          <ButtonLink variant="outline" block to={paths.signUp({ next: paths.gift({ token }) })}>
            Buat akun dulu
          </ButtonLink>
        </>
      )}
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}
