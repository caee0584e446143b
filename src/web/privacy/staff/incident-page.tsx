import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { updateIncidentInput, type Incident, type IncidentInput } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { IncidentFields } from './incident-fields.tsx'
import { NotificationBadge } from './incidents-page.tsx'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.privacy.showIncident({ id: params['incidentId'] ?? '' })).data,
)

export function Page() {
  const incident = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage title={incident.title} back={{ to: staffPaths.privacyIncidents(), label: 'Insiden' }}>
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <NotificationBadge incident={incident} />
        Diketahui {formatShortDateTime(incident.noticedAt)} · diubah {formatShortDateTime(incident.updatedAt)}
      </p>
      {/* The key resets the form when a reload brings a version that another admin saved. */}
      <Form key={incident.version} incident={incident} />
    </StaffPage>
  )
}

function Form({ incident }: { incident: Incident }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { _id: id, version, dueAt: _, updatedAt: __, ...values } = incident
  // The version is not a value of the form: a restored draft must not bring back an old one.
  const form = useContractForm(
    (typed: IncidentInput) => updateIncidentInput['~standard'].validate({ ...typed, id, version }),
    {
      values,
      draft: `incident:${id}`,
      save: (input) => authenticated.privacy.updateIncident(input),
      onSaved: async ({ message }) => {
        toast.success(message ?? 'Insiden tersimpan.')
        await revalidate()
      },
    },
  )
  return (
    <StaffForm form={form} submitLabel="Simpan">
      <IncidentFields form={form} />
    </StaffForm>
  )
}
