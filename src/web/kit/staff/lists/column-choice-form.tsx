import { useId, useState } from 'react'
import type { CsvColumns } from '#contract/kit/csv-columns.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, SelectField } from '#web/kit/ui/field.tsx'
import { describeColumns, shownColumns, type Choice, type ChoiceState } from './column-choice.ts'

type Labels<Role extends string> = Readonly<Record<Role, string>>
type Props<Role extends string> = {
  choice: ChoiceState<Role>
  labels: Labels<Role>
  busy: boolean
  onChoose: (columns: Choice<Role>) => void
  /** Opens the form again; left out where a sure reading stays. */ onReopen?: (() => void) | undefined
}

/** Shows what each column of a file was read as; while it is not sure the person chooses, beside the first values of each column. */
export function ColumnChoice<Role extends string>({ choice, labels, busy, onChoose, onReopen }: Props<Role>) {
  const { table, isOpen, mistake } = choice
  if (!table) return null
  if (isOpen) return <Form table={table} labels={labels} mistake={mistake} busy={busy} onChoose={onChoose} />
  return (
    <div className="my-3 grid justify-items-start gap-1 text-sm text-ink-3">
      <p className="wrap-anywhere">
        {describeColumns(table, labels)}
        {table.isChosen && ' Pilihanmu diingat untuk berkas berikutnya dengan kolom yang sama.'}
      </p>
      {onReopen && (
        <Button type="button" variant="ghost" size="sm" disabled={busy} onClick={onReopen}>
          Ubah isi kolom
        </Button>
      )}
    </div>
  )
}

type FormProps<Role extends string> = {
  table: CsvColumns<Role>
  labels: Labels<Role>
  mistake: string | null
  busy: boolean
  onChoose: (columns: Choice<Role>) => void
}

function Form<Role extends string>({ table, labels, mistake, busy, onChoose }: FormProps<Role>) {
  const id = useId()
  const [columns, setColumns] = useState<Choice<Role>>(() => table.columns.map(({ role }) => role ?? 'none'))
  return (
    <form
      aria-labelledby={`${id}-title`}
      className="my-4 grid gap-4 rounded-card border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(columns)
      }}
    >
      <div>
        <h3 id={`${id}-title`} className="font-bold">
          Apa isi tiap kolom?
        </h3>
        <p className="mt-1 text-sm text-ink-2">
          Nama kolomnya belum cukup jelas. Di bawah tiap kolom ada isi baris-baris pertamanya. Pilihanmu diingat untuk
          berkas berikutnya dengan kolom yang sama.
        </p>
      </div>
      <FormError>{mistake}</FormError>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {shownColumns(table).map(({ at, name, values }) => (
          <SelectField
            key={at}
            label={`Kolom ${at + 1}${name ? `: ${name}` : ''}`}
            hint={
              <span className="wrap-anywhere">{values.filter((value) => value !== '').join(' · ') || 'Kosong'}</span>
            }
            value={columns[at]}
            onChange={({ currentTarget: { value } }) =>
              setColumns(columns.map((role, index) => (index === at ? (value as Role | 'none') : role)))
            }
          >
            <option value="none">Tidak dipakai</option>
            {(Object.keys(labels) as Role[]).map((role) => (
              <option key={role} value={role}>
                {labels[role]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Button type="submit" busy={busy} className="justify-self-start">
        Pakai kolom ini
      </Button>
    </form>
  )
}
