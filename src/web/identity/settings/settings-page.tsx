import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Api } from '#web/identity/api.ts'
import { requireStudentArea } from '#web/identity/guards.ts'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export const createSettingsLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    await requireStudentArea(api, request)
    const [account, sessions] = await Promise.all([api.mine.account.me(), api.mine.account.listMySessions()])
    return { account: account.data, sessions: sessions.data }
  }

/** Everything about one's own account. `appearance` is brought by the site. */
export function SettingsPage({ appearance }: { appearance: ReactNode }) {
  const { account, sessions } = useLoaderData<ReturnType<typeof createSettingsLoader>>()
  return (
    <>
      <PageHead title="Pengaturan" noIndex />
      <h1 className="text-2xl font-extrabold">Pengaturan</h1>
      <div className="mt-6 grid max-w-180 gap-6">
        <ProfileSection account={account} />
        <EmailSection account={account} />
        <PasswordSection account={account} />
        <SessionsSection sessions={sessions} />
        <section aria-label="Tampilan" className="rounded-card border border-line bg-surface p-5 md:p-6">
          {appearance}
        </section>
        <DataSection account={account} />
      </div>
    </>
  )
}
