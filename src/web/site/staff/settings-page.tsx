import { Fragment, type ReactNode } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { settingNames, settingTable } from '#contract/site/setting-table.ts'
import { settingGroups, type SettingControl } from '#contract/site/setting.ts'
import { settingsInput, type SettingsInput, type SettingsValues, type ShownSettings } from '#contract/site/settings.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm, type ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { BannerFields } from './banner-fields.tsx'
import { BrandFields } from './brand-fields.tsx'
import { TransferFields } from './transfer-fields.tsx'
import { SettingInput } from './setting-input.tsx'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.settings.showSettings()).data)

export function Page() {
  const settings = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Pengaturan"
      lead={
        settings.updatedAt
          ? `Terakhir disimpan ${formatShortDateTime(settings.updatedAt)}. Perubahan langsung tampil di situs.`
          : 'Perubahan langsung tampil di situs.'
      }
    >
      <Form settings={settings} />
    </StaffPage>
  )
}

function Form({ settings }: { settings: ShownSettings }) {
  const { authenticated, sessions } = useApi()
  const { revalidate } = useRevalidator()
  const { updatedAt: _, version, ...values } = settings
  // The version is not a value of the form: a restored draft must not bring back an old one.
  const form = useContractForm((typed: SettingsValues) => settingsInput['~standard'].validate({ ...typed, version }), {
    values,
    version,
    draft: 'settings',
    save: (input, typedOver) => authenticated.settings.saveSettings({ ...input, version: typedOver }),
    onSaved: async ({ message, data }) => {
      toast.success(message ?? 'Pengaturan tersimpan.')
      const isBrandNew = data.logo !== settings.logo || data.accent !== settings.accent
      // The styles of the brand are part of the document. Loading it would end a session that is not stored.
      if (isBrandNew && !sessions.isEphemeral()) location.reload()
      else await revalidate()
    },
  })
  return (
    <StaffForm form={form} submitLabel="Simpan">
      {Object.entries(settingGroups).map(([group, { title, text }]: [string, { title?: string; text?: string }]) =>
        title === undefined ? (
          <Fragment key={group}>{ownSections[group]?.(form)}</Fragment>
        ) : (
          <FormSection key={group} title={title} {...(text === undefined ? {} : { text })}>
            {fieldsOf(group).map(([path, control]) => (
              <SettingInput key={path} form={form} path={path} control={control} />
            ))}
          </FormSection>
        ),
      )}
    </StaffForm>
  )
}

/** Groups whose fields depend on each other. */
const ownSections: Record<string, (form: ContractForm<SettingsValues, SettingsInput>) => ReactNode> = {
  brand: (form) => <BrandFields form={form} />,
  transfer: (form) => <TransferFields form={form} />,
  announcement: (form) => <BannerFields form={form} />,
}

const fieldsOf = (group: string): [path: string, control: SettingControl][] =>
  settingNames
    .filter((name) => settingTable[name].group === group)
    .flatMap((name) => Object.entries(settingTable[name].fields))
    .flatMap(([path, { control }]) => (control ? [[path, control]] : []))
