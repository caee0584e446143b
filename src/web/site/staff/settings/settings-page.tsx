import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { settingsInput, type SiteSettings, type ShownSettings } from '#contract/site/settings.ts'
import { typedPercent } from '#web/kit/staff/typed-number.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { AnnouncementFields } from './announcement-fields.tsx'
import { BrandFields } from './brand-fields.tsx'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'

export const createAdminSettingsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => (await api.authenticated.settings.showSettings()).data, { adminOnly: true })

export function AdminSettingsPage() {
  const settings = useLoaderData<ReturnType<typeof createAdminSettingsLoader>>()
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
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { updatedAt: _, version, ...values } = settings
  // The version is not a value of the form: a restored draft must not bring back an old one.
  const form = useContractForm((typed: SiteSettings) => settingsInput['~standard'].validate({ ...typed, version }), {
    values,
    draft: 'settings',
    save: (input) => authenticated.settings.saveSettings(input),
    onSaved: async ({ message, data }) => {
      toast.success(message ?? 'Pengaturan tersimpan.')
      // The styles of the brand are part of the document.
      if (data.logo !== settings.logo || data.accent !== settings.accent) location.reload()
      else await revalidate()
    },
  })
  const { errors } = form.formState

  return (
    <StaffForm form={form} submitLabel="Simpan">
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
      <BrandFields form={form} />
      <AnnouncementFields form={form} />
      <FormSection title="Keamanan" text="Yang belum memakainya diarahkan untuk menyiapkannya sebelum halaman admin lain terbuka.">
        <CheckboxField
          label="Instruktur dan admin wajib verifikasi dua langkah"
          error={errors.staffMustUseTwoSteps?.message}
          {...form.register('staffMustUseTwoSteps')}
        />
      </FormSection>
      <FormSection
        title="Video"
        text="Berlaku untuk video yang diunggah ke situs ini. Email siswa bergerak samar di atas gambar, supaya rekaman layar bisa ditelusuri."
      >
        <CheckboxField label="Tampilkan email siswa di atas video" error={errors.videoWatermark?.message} {...form.register('videoWatermark')} />
      </FormSection>
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
    </StaffForm>
  )
}
