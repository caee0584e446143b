import { useState } from 'react'
import { CheckboxField } from '#web/kit/ui/field.tsx'
import { fonts, readDisplay, saveDisplay, sizes, spacings, themes, widths, type Display } from './display.ts'

type ChoiceProps<Value extends string> = {
  legend: string
  name: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ legend, name, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-button border border-border px-3 text-sm font-semibold has-checked:border-nila has-checked:bg-nila-50 has-checked:text-nila has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Theme, text size, spacing, width and font. Each applies at once and is stored on this device. */
export function DisplaySettings({ onChange }: { onChange: (display: Display) => void }) {
  const [display, setDisplay] = useState(readDisplay)
  const size = sizes.indexOf(display.size)
  function set(change: Partial<Display>) {
    const next = { ...display, ...change }
    setDisplay(next)
    saveDisplay(next)
    onChange(next)
  }
  const step = 'grid h-11 flex-1 place-items-center rounded-button border border-border font-bold disabled:opacity-55'
  return (
    <div className="grid gap-5">
      <Choice legend="Tema" name="tema" options={themes} value={display.theme} onChange={(theme) => set({ theme })} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Ukuran huruf</legend>
        <div className="flex items-center gap-2">
          <button
            type="button"
            className={`${step} text-sm`}
            disabled={size === 0}
            onClick={() => set({ size: sizes[size - 1] ?? sizes[0] })}
          >
            A−<span className="sr-only"> Perkecil huruf</span>
          </button>
          <output className="w-16 text-center text-sm text-ink-2 tabular-nums">
            {size + 1} dari {sizes.length}
          </output>
          <button
            type="button"
            className={`${step} text-lg`}
            disabled={size === sizes.length - 1}
            onClick={() => set({ size: sizes[size + 1] ?? sizes[4] })}
          >
            A+<span className="sr-only"> Perbesar huruf</span>
          </button>
        </div>
      </fieldset>
      <Choice
        legend="Jarak baris"
        name="jarak"
        options={spacings}
        value={display.spacing}
        onChange={(spacing) => set({ spacing })}
      />
      <Choice
        legend="Lebar teks"
        name="lebar"
        options={widths}
        value={display.width}
        onChange={(width) => set({ width })}
      />
      <Choice legend="Huruf" name="huruf" options={fonts} value={display.font} onChange={(font) => set({ font })} />
      <CheckboxField
        label="Pintasan keyboard"
        checked={display.keys === 'tombol'}
        onChange={(event) => set({ keys: event.target.checked ? 'tombol' : 'tanpa-tombol' })}
        hint="← → pindah bagian, / cari, b tandai, i daftar isi, ? bantuan"
      />
    </div>
  )
}
