import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import type { CvEntry } from '#contract/learning/cv.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

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
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (index: number, part: Partial<CvEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  const field = (index: number, part: keyof CvEntry) => ({
    value: entries[index]?.[part] ?? '',
    error: errors[`${name}.${index}.${part}`],
    onChange: (event: { target: { value: string } }) => change(index, { [part]: event.target.value }),
  })
  function remove(index: number) {
    // The fields of the entries after it move up, so only the last group goes. With all groups there is no button to add one.
    const last = index === entries.length - 1
    onChange(entries.filter((_, at) => at !== index))
    toast.success(`${legend} ${index + 1} dihapus.`)
    if (last) requestAnimationFrame(() => addButton.current?.focus())
  }
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
            onClick={() => remove(index)}
          >
            Hapus {noun} {index + 1}
          </Button>
        </div>
      ))}
      {entries.length < limit && (
        <Button
          ref={addButton}
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
