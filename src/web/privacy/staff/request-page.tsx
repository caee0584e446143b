import { Link, useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { requestKindLabels } from '#contract/privacy/privacy.ts'
import { answerRequestInput, type PrivacyRequest } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { DueBadge } from './due-badge.tsx'
import { Fact } from '#web/kit/staff/fact.tsx'
import { RequestStateBadge } from './requests-page.tsx'

export const createLoader = staffLoader(
  async (api, { params }) =>
    (await api.authenticated.privacy.showPrivacyRequest({ id: params['requestId'] ?? '' })).data,
)

export function Page() {
  const request = useLoaderData<ReturnType<typeof createLoader>>()
  const { requester, closedAt, dueAt } = request
  return (
    <StaffPage
      title={requestKindLabels[request.kind]}
      back={{ to: staffPaths.privacy(), label: 'Privasi' }}
      actions={request.state === 'new' && <Start request={request} />}
    >
      <div className="grid max-w-[820px] gap-6">
        <dl className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-surface p-5 sm:grid-cols-2 md:p-7">
          <Fact label="Dari">
            {requester.userId ? (
              <Link
                to={paths.adminStudent({ studentId: requester.userId })}
                className="font-semibold underline underline-offset-2"
              >
                {requester.name}
              </Link>
            ) : (
              requester.name
            )}
          </Fact>
          <Fact label="Email">{requester.email}</Fact>
          <Fact label="Diterima">{formatShortDateTime(request.receivedAt)}</Fact>
          <Fact label="Status">
            <RequestStateBadge state={request.state} />
          </Fact>
          <Fact label="Batas waktu">
            {formatShortDateTime(dueAt)} {!closedAt && <DueBadge dueAt={dueAt} />}
          </Fact>
          {closedAt && <Fact label="Dijawab">{formatShortDateTime(closedAt)}</Fact>}
          <Fact wide label="Isi">
            {request.text || '–'}
          </Fact>
          {closedAt && (
            <Fact wide label="Jawaban">
              {request.answer || '–'}
            </Fact>
          )}
        </dl>
        {!closedAt && <AnswerForm request={request} />}
      </div>
    </StaffPage>
  )
}

function Start({ request }: { request: PrivacyRequest }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'start'>(describeFailure)
  const start = () =>
    run('start', async () => {
      const { message } = await authenticated.privacy.answerPrivacyRequest({ id: request._id, state: 'in-progress' })
      toast.success(message ?? 'Permintaan sedang diproses.')
      await revalidate()
    })
  return (
    <Button variant="outline" busy={busy !== null} onClick={() => void start()}>
      Mulai proses
    </Button>
  )
}

function AnswerForm({ request }: { request: PrivacyRequest }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(answerRequestInput), {
    values: { state: 'done', answer: '' },
    save: (input) => authenticated.privacy.answerPrivacyRequest({ ...input, id: request._id }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Jawaban dikirim lewat email.')
      await revalidate()
    },
  })
  return (
    <StaffForm form={form} submitLabel="Kirim jawaban">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7">
        <SelectField label="Hasil" {...form.field('state')}>
          <option value="done">Selesai</option>
          <option value="rejected">Ditolak</option>
        </SelectField>
        <TextAreaField
          label="Jawaban"
          required
          rows={6}
          hint={`Dikirim lewat email ke ${request.requester.email}. Kalau ditolak, tulis alasannya.`}
          {...form.field('answer')}
        />
      </div>
    </StaffForm>
  )
}
