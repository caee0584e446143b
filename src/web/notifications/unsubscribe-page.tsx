import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { failureStatus, registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { notificationsContract } from '#contract/notifications/notifications.ts'
import { load, publicPage, useApi, type Api } from '#web/identity/index.ts'
import { PressedLink, ShownOutcome, type LinkOutcome } from '#web/identity/sign-in/link-outcome.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'

registerContract({ notifications: notificationsContract })

/** Without a label the link is not known. */
export const createUnsubscribeLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Halaman ini belum bisa dibuka. Coba lagi sebentar lagi.'), async () => {
      const token = params['token'] ?? ''
      try {
        return { token, label: (await api.anonymous.notifications.showUnsubscribe({ token })).data.label }
      } catch (error) {
        if (failureStatus(error) !== 404) throw error
        return { token, label: null }
      }
    })

/** Ends mails of one kind without signing in. */
export function UnsubscribePage() {
  const { token, label } = useLoaderData<ReturnType<typeof createUnsubscribeLoader>>()
  const { anonymous } = useApi()
  return (
    <div className="wrap max-w-[640px] py-12">
      <PageHead title="Berhenti menerima email" noIndex />
      <h1 className="text-2xl font-extrabold">Berhenti menerima email</h1>
      <div aria-live="polite" className="mt-4 grid gap-4 justify-items-start">
        {label === null ? (
          <ShownOutcome outcome={unknown} />
        ) : (
          <PressedLink
            text={`Kami tidak akan mengirim email “${label}” lagi. Notifikasi di situs tetap ada.`}
            label="Berhenti"
            press={() => anonymous.notifications.unsubscribe({ token })}
            done={{
              is: 'done',
              text: `Selesai. Kamu tidak akan menerima email “${label}” lagi.`,
              next: toSettings,
            }}
          />
        )}
      </div>
    </div>
  )
}

const toSettings = (
  <ButtonLink variant="outline" to={paths.notifications()}>
    Atur notifikasi
  </ButtonLink>
)
const unknown: LinkOutcome = {
  is: 'rejected',
  text: 'Tautan ini tidak dikenal. Atur notifikasimu setelah masuk.',
  next: toSettings,
}
