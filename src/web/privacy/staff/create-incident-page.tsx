import { useState } from 'react'
import { useNavigate } from 'react-router'
import { incidentInput, type IncidentInput } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { IncidentFields } from './incident-fields.tsx'

export const createLoader = loaderToCall((on) => on.privacy.createIncident)

export function Page() {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const [values] = useState((): IncidentInput => ({
    title: '',
    whatHappened: '',
    happenedAt: null,
    noticedAt: new Date().toISOString(),
    dataConcerned: '',
    peopleConcerned: '',
    measures: '',
    authorityNotifiedAt: null,
    peopleNotifiedAt: null,
    noNotificationReason: '',
  }))
  const form = useContractForm(bySchema(incidentInput), {
    values,
    save: (input) => authenticated.privacy.createIncident(input),
    onSaved: ({ message, data }) => {
      toast.success(message ?? 'Insiden dicatat.')
      void navigate(staffPaths.privacyIncident({ incidentId: data._id }))
    },
  })
  return (
    <StaffPage title="Catat insiden" back={{ to: staffPaths.privacyIncidents(), label: 'Insiden' }}>
      <StaffForm
        form={form}
        submitLabel="Catat insiden"
        actions={
          <ButtonLink variant="outline" to={staffPaths.privacyIncidents()}>
            Batal
          </ButtonLink>
        }
      >
        <IncidentFields form={form} />
      </StaffForm>
    </StaffPage>
  )
}
