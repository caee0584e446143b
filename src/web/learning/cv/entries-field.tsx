import Plus from 'lucide-react/icons/plus'
import type { CvEntry } from '#contract/learning/cv.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'

type Props = {
  legend: string
  /** Name of one entry on buttons, such as "pengalaman". */
  noun: string
  name: 'experience' | 'education'
  entries: CvEntry[]
  errors: Record<string, string>
  onChange: (entries: CvEntry[]) => void
}

const empty: CvEntry = { title: '', place: '', period: '', text: '' }
const limit = 20

/** A list of jobs or schools. */
export function EntriesField({ legend, noun, name, entries, errors, onChange }: Props) {
  const change = (index: number, part: Partial<CvEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  const field = (index: number, part: keyof CvEntry) => ({
    value: entries[index]?.[part] ?? '',
    error: errors[`${name}.${index}.${part}`],
    onChange: (event: { target: { value: string } }) => change(index, { [part]: event.target.value }),
  })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{legend}</legend>
      {entries.map((_, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- entries have no id
          key={index}
          role="group"
          aria-label={`${legend} ${index + 1}`}
          className="grid gap-3 rounded-card border border-line p-4"
        >
          <TextField label="Judul" maxLength={120} {...field(index, 'title')} />
          <TextField label="Tempat" maxLength={120} {...field(index, 'place')} />
          <TextField label="Periode" maxLength={60} placeholder="2024–2026" {...field(index, 'period')} />
          <TextAreaField label="Keterangan" rows={3} maxLength={1000} {...field(index, 'text')} />
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="justify-self-start text-mengkudu!"
            onClick={() => onChange(entries.filter((_, at) => at !== index))}
          >
            Hapus {noun} {index + 1}
          </Button>
        </div>
      ))}
      {entries.length < limit && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...entries, empty])}
        >
          <Plus aria-hidden className="size-4" /> Tambah {noun}
        </Button>
      )}
    </fieldset>
  )
}
