import { operationInput, siteModeLabels } from '#contract/site/operation.ts'
import { logLevels, siteModes, type Operation } from '#contract/kit/site-mode.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const fromEnvironment = ''
type Typed = { mode: string; message: string; logLevel: string }

/** Switches maintenance and read-only mode, and the level of the log. */
export function ModeDialog({
  operation,
  onSaved,
  onClose,
}: {
  operation: Operation
  onSaved: () => Promise<void>
  onClose: () => void
}) {
  const { authenticated } = useApi()
  const { mode, message, logLevel } = operation
  const form = useContractForm(
    ({ mode: chosen, message: typed, logLevel: level }: Typed) =>
      bySchema(operationInput)({
        mode: chosen as Operation['mode'],
        message: typed || null,
        logLevel: (level || null) as Operation['logLevel'],
      }),
    {
      values: { mode, message: message ?? '', logLevel: logLevel ?? fromEnvironment } as Typed,
      save: (input) => authenticated.operation.saveOperation(input),
      onSaved: async () => {
        toast.success('Mode situs tersimpan.')
        onClose()
        await onSaved()
      },
    },
  )
  return (
    <DialogForm title="Mode situs" form={form} submitLabel="Simpan" onClose={onClose}>
      <SelectField
        label="Mode"
        hint="Hanya baca: pengunjung tetap bisa membaca dan belajar, tapi tidak ada yang tersimpan. Pemeliharaan: hanya admin yang masuk. Pembayaran yang datang tetap dicatat."
        {...form.field('mode')}
      >
        {siteModes.map((value) => (
          <option key={value} value={value}>
            {siteModeLabels[value]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Pesan untuk pengunjung"
        hint="Boleh kosong. Contoh: Kembali pukul 21.00 WIB."
        autoComplete="off"
        {...form.field('message')}
      />
      <SelectField label="Tingkat log" hint="Berlaku tanpa memulai ulang." {...form.field('logLevel')}>
        <option value={fromEnvironment}>Seperti LOG_LEVEL</option>
        {logLevels.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  )
}
