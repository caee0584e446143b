import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { Fact } from '#web/kit/staff/fact.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeMailFailure } from './mail-failure.ts'
import { MailStateBadge } from './mails-page.tsx'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.mail.showMail({ id: params['mailId'] ?? '' })).data,
)

export function Page() {
  const mail = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'resend'>(describeFailure)

  async function resend() {
    const confirmed = await askConfirm({
      title: 'Kirim ulang email ini?',
      text: `"${mail.subject}" dikirim sekali lagi ke ${mail.to.email}.`,
      confirmLabel: 'Kirim ulang',
    })
    if (!confirmed) return
    await run('resend', async () => {
      const { message } = await authenticated.mail.resendMail({ id: mail._id })
      toast.success(message ?? 'Email dikirim ulang.')
      await revalidate()
    })
  }

  return (
    <StaffPage
      title={mail.subject}
      back={{ to: paths.adminMails(), label: 'Email' }}
      actions={
        <Button variant="outline" busy={busy !== null} onClick={() => void resend()}>
          Kirim ulang
        </Button>
      }
    >
      <div className="grid gap-6 rounded-card border border-line bg-surface p-5 md:p-7">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Fact label="Kepada">
            {mail.to.name} &lt;{mail.to.email}&gt;
          </Fact>
          <Fact label="Status">
            <MailStateBadge {...mail} />
          </Fact>
          <Fact label="Dibuat">{formatShortDateTime(mail.createdAt)}</Fact>
          <Fact label={mail.isKept ? 'Disimpan' : 'Terkirim'}>
            {mail.sentAt ? formatShortDateTime(mail.sentAt) : '–'}
          </Fact>
          <Fact label="Percobaan">{mail.attempts}</Fact>
          {mail.nextAttemptAt && <Fact label="Percobaan berikutnya">{formatShortDateTime(mail.nextAttemptAt)}</Fact>}
          {mail.lastError && (
            <Fact label="Kesalahan terakhir" wide>
              {describeMailFailure(mail.lastError)} <code className="text-xs text-ink-3">{mail.lastError}</code>
            </Fact>
          )}
        </dl>
        {mail.text === null ? (
          <p className="border-t border-line pt-5 text-ink-2">
            Email ini memuat tautan rahasia milik penerimanya, jadi isinya tidak ditampilkan.
          </p>
        ) : (
          <pre className="border-t border-line pt-5 font-sans text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">
            {mail.text}
          </pre>
        )}
      </div>
    </StaffPage>
  )
}
