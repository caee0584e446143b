import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { failureCode } from '#contract/client.ts'
import { settingsInput, type SettingsInput, type ShownSettings } from '#contract/settings.ts'
import { formatMoment } from '#web/staff-kit/dates.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { typedPercent } from '#web/staff-kit/typed-number.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { loadAsStaff } from '#web/staff-kit/load-as-staff.ts'
import { StaffPage } from '#web/staff-kit/staff-page.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AnnouncementFields } from './announcement-fields.tsx'
import { FormSection } from '#web/admin/form-section.tsx'

export const createSettingsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => (await api.mine.settings.showSettings()).data, { adminOnly: true })

export function SettingsPage() {
  const settings = useLoaderData<ShownSettings>()
  return (
    <StaffPage
      title="Pengaturan"
      lead={
        settings.updatedAt
          ? `Terakhir disimpan ${formatMoment(settings.updatedAt)}. Perubahan langsung tampil di situs.`
          : 'Perubahan langsung tampil di situs.'
      }
    >
      {/* The key resets the form when a reload brings a version that another admin saved. */}
      <Form key={settings.version} settings={settings} />
    </StaffPage>
  )
}

function Form({ settings }: { settings: ShownSettings }) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const { updatedAt: _, ...values } = settings
  const form = useContractForm<SettingsInput>(settingsInput as never, values as never)
  const { errors, isSubmitting, isDirty } = form.formState
  const [failure, setFailure] = useState<{ text: string; stale: boolean } | null>(null)
  useUnsavedGuard(() => isDirty && !isSubmitting)

  const submit = form.handleSubmit(async (input) => {
    setFailure(null)
    try {
      const { message } = await withLogin(() => mine.settings.saveSettings(input))
      form.reset(input)
      toast.success(message ?? 'Pengaturan tersimpan.')
      await revalidate()
    } catch (error) {
      if (form.showFieldErrors(error)) return
      setFailure({ text: describeFailure(error), stale: failureCode(error) === 'STALE' })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <FormSection title="Situs" text="Nama dan kontak di kaki halaman, email, dan invoice.">
        <TextField label="Nama situs" required error={errors.name?.message} {...form.register('name')} />
        <TextField
          label="Klaim"
          required
          hint="Kalimat kepercayaan di menu, misalnya 'Dipercaya 900K+ siswa'."
          error={errors.claim?.message}
          {...form.register('claim')}
        />
        <TextField label="Email kontak" required type="email" inputMode="email" error={errors.contactEmail?.message} {...form.register('contactEmail')} />
        <TextField label="Telepon" required type="tel" inputMode="tel" error={errors.contactPhone?.message} {...form.register('contactPhone')} />
      </FormSection>
      <AnnouncementFields form={form} />
      <FormSection title="Penjual" text="Tercetak di invoice. Invoice yang sudah terbit tidak berubah.">
        <TextField label="Nama penjual" required error={errors.seller?.name?.message} {...form.register('seller.name')} />
        <TextAreaField label="Alamat" required rows={3} error={errors.seller?.address?.message} {...form.register('seller.address')} />
        <TextField label="NPWP" hint="Kosongkan kalau tidak ada." error={errors.seller?.taxNumber?.message} {...form.register('seller.taxNumber')} />
      </FormSection>
      <FormSection title="Pajak dan bagi hasil">
        <SelectField
          label="Mode pajak"
          hint="Hanya PKP yang memungut PPN. Harga yang tampil selalu harga akhir."
          error={errors.taxMode?.message}
          {...form.register('taxMode')}
        >
          <option value="none">Tanpa PPN</option>
          <option value="inclusive">Harga sudah termasuk PPN</option>
        </SelectField>
        <TextField
          label="Bagian instruktur (%)"
          required
          inputMode="numeric"
          hint="Dari setiap penjualan kelasnya sendiri. Penjualan yang sudah terjadi tidak berubah."
          error={errors.instructorSharePercent?.message}
          {...form.register('instructorSharePercent', { setValueAs: typedPercent })}
        />
      </FormSection>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0 md:px-0">
        {failure && (
          <div className="min-w-0 flex-1 basis-full">
            <FormError>
              {failure.text}{' '}
              {failure.stale && (
                <button type="button" className="underline underline-offset-2" onClick={() => void revalidate()}>
                  Muat ulang
                </button>
              )}
            </FormError>
          </div>
        )}
        {isDirty && <p className="text-sm text-ink-3">Ada perubahan yang belum disimpan.</p>}
        <Button type="submit" busy={isSubmitting}>
          Simpan
        </Button>
      </div>
    </form>
  )
}
