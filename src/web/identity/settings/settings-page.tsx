import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Account } from '#contract/identity/account.ts'
import type { Session } from '#contract/identity/identity.ts'
import { registerContract } from '#contract/client.ts'
import { privacyContract } from '#contract/privacy/privacy.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import type { Api } from '#web/identity/api.ts'
import { requireStudentArea } from '#web/identity/guards.ts'
import { load } from '#web/identity/load.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { securityApi } from '#web/identity/two-step/security-api.ts'
import { TwoStepSection } from './two-step-section.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { ForeignSection } from './foreign-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

registerContract({ privacy: privacyContract })

export const createSettingsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireStudentArea }, async (session) => {
      const { account: calls, privacy } = api.authenticated
      const [account, sessions, twoStep, consents, requests] = await Promise.all([
        calls.me(),
        calls.listMySessions(),
        securityApi(api.authenticated).showTwoStep(),
        privacy.listConsents(),
        privacy.listMyPrivacyRequests(),
      ])
      await updateStoredSession(api, session, account.data)
      return {
        account: account.data,
        sessions: sessions.data,
        twoStep: twoStep.data,
        consents: consents.data,
        requests: requests.data,
      }
    })

/** Copies changes made elsewhere (a new picture, a confirmed address) into the stored session, which the header shows. */
async function updateStoredSession(
  { sessions }: Api,
  session: Session,
  { _id, name, email, role, photo, avatar }: Account,
): Promise<void> {
  const { user } = session
  const isSame = user.name === name && user.email === email && user.photo === photo && session.role === role
  if (user._id !== _id || isSame) return
  await sessions.save({ ...session, role, user: { _id, name, email, role, photo, avatar } })
}

/** The account settings of the user. `appearance` is passed in by the site. */
export function SettingsPage({ appearance }: { appearance: ReactNode }) {
  const { account, sessions, twoStep, consents, requests } = useLoaderData<ReturnType<typeof createSettingsLoader>>()
  // Its section goes with the connection.
  const next = useFocusNext(`${account.hasGoogle} ${account.hasOrganisation}`)
  return (
    <>
      <PageHead title="Pengaturan" noIndex />
      <h1 ref={next} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        Pengaturan
      </h1>
      <div className="mt-6 grid max-w-180 gap-6">
        <ProfileSection account={account} />
        <EmailSection account={account} />
        <PasswordSection account={account} />
        <TwoStepSection state={twoStep} email={account.email} />
        <PasskeysSection passkeys={twoStep.passkeys} />
        {account.hasGoogle && <ForeignSection account={account} of="google" />}
        {account.hasOrganisation && <ForeignSection account={account} of="organisation" />}
        <SessionsSection sessions={sessions} />
        <section aria-label="Tampilan" className="rounded-card border border-line bg-surface p-5 md:p-6">
          {appearance}
        </section>
        <PrivacySection consents={consents} requests={requests} />
        <DataSection account={account} />
      </div>
    </>
  )
}
