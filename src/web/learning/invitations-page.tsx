import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { registerContract, serverMessage } from '#contract/client.ts'
import { formatDate } from '#contract/kit/days.ts'
import { invitationLabels } from '#contract/learning/teacher-labels.ts'
import { paths } from '#contract/kit/paths.ts'
import type { MyInvitation } from '#contract/learning/invitations.ts'
import { onDemandContract } from '#contract/on-demand.ts'
import { load, requireSession, useApi, type Api } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'

registerContract(onDemandContract)

export const createInvitationsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireSession }, async () => {
      return (await api.authenticated.myInvitations.listMyInvitations()).data
    })

/** "Undangan": the courses to which the viewer's address is invited, as a student or to teach. */
export function InvitationsPage() {
  const { isProven, rows } = useLoaderData<ReturnType<typeof createInvitationsLoader>>()
  return (
    <article className="wrap grid max-w-[760px] gap-6 py-10">
      <PageHead title="Undangan" noIndex />
      <div>
        <h1 className="text-2xl font-extrabold">Undangan</h1>
        <p className="mt-1 text-ink-2">Kelas yang mengundang alamat emailmu.</p>
      </div>
      {!isProven ? (
        <EmptyState title="Konfirmasi emailmu dulu" text="Undangan untuk alamatmu muncul di sini setelahnya.">
          <ButtonLink to={paths.settings()}>Buka pengaturan akun</ButtonLink>
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState title="Tidak ada undangan" text="Undangan baru muncul di sini.">
          <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {rows.map((row) => (
            <li key={row._id}>
              <InvitationCard invitation={row} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function InvitationCard({ invitation }: { invitation: MyInvitation }) {
  const { _id: id, course, role, inviter, invitedAt } = invitation
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)

  async function run(action: 'accept' | 'decline', work: () => Promise<{ message?: string | undefined }>) {
    setBusy(action)
    try {
      const { message } = await work()
      if (message) toast.success(message)
      return true
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum terkirim. Coba lagi.')
      return false
    } finally {
      setBusy(null)
      await revalidate()
    }
  }

  async function accept() {
    if (!(await run('accept', () => authenticated.myInvitations.acceptInvitation({ id })))) return
    const courseId = course._id
    void navigate(role === 'student' ? paths.player({ courseId }) : paths.adminCourse({ courseId }))
  }

  async function decline() {
    const isSure = await askConfirm({
      title: 'Tolak undangan ini?',
      text: `Undangan untuk kelas “${course.title}” hilang dari sini.`,
      confirmLabel: 'Tolak',
    })
    if (isSure) await run('decline', () => authenticated.myInvitations.declineInvitation({ id }))
  }

  return (
    <section aria-labelledby={`kelas-${id}`} className="rounded-card border border-line bg-surface p-5">
      <h2 id={`kelas-${id}`} className="text-lg font-bold wrap-anywhere">
        {course.title}
      </h2>
      <p className="mt-1 text-ink-2">
        Sebagai <strong>{invitationLabels[role].toLowerCase()}</strong>
        {inviter && `, dari ${inviter}`}, {formatDate(invitedAt)}.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={busy === 'accept'} onClick={() => void accept()}>
          Terima<span className="sr-only"> undangan {course.title}</span>
        </Button>
        <Button variant="outline" busy={busy === 'decline'} onClick={() => void decline()}>
          Tolak<span className="sr-only"> undangan {course.title}</span>
        </Button>
      </div>
    </section>
  )
}
