import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form'
import { readRupiah } from '#contract/kit/format/numbers.ts'
import { TextField, type TextFieldProps } from '#web/kit/ui/field.tsx'
import { groupDigits, pastedDigits, showAmount, typedAmount } from '#web/kit/staff/typed-number.ts'

type InputProps = Omit<TextFieldProps, 'value' | 'onChange' | 'onKeyDown' | 'onPaste' | 'inputMode'> & {
  value: string
  onChange: (text: string) => void
  /** Step of the arrow keys, in rupiah. */
  step?: number
}

/** An amount in rupiah as text. Adds thousands separators while typing, keeps the caret between the same digits, and reads copied amounts. */
export function MoneyInput({ value, onChange, step = 1000, ...field }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsAfterCaret = useRef<number | null>(null)

  useLayoutEffect(() => {
    // Restores the caret between the same digits after separators were added or removed.
    const shown = input.current
    if (digitsAfterCaret.current === null || !shown || document.activeElement !== shown) return
    let position = shown.value.length
    for (let left = digitsAfterCaret.current; position > 0 && left > 0; position--)
      if (/\d/.test(shown.value[position - 1] ?? '')) left--
    shown.setSelectionRange(position, position)
    digitsAfterCaret.current = null
  })

  function change(text: string, behindCaret: string) {
    digitsAfterCaret.current = (behindCaret.match(/\d/g) ?? []).length
    onChange(text)
  }

  /** Deleting a separator deletes the digit next to it instead. */
  function skipSeparator(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart: at, selectionEnd, value: shown } = event.currentTarget
    if (at === null || at !== selectionEnd) return
    const to =
      event.key === 'Backspace' && shown[at - 1] === '.'
        ? at - 1
        : event.key === 'Delete' && shown[at] === '.'
          ? at + 1
          : at
    if (to !== at) event.currentTarget.setSelectionRange(to, to)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    skipSeparator(event)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const amount = value.trim() === '' ? 0 : readRupiah(value)
    if (amount === null) return
    onChange(showAmount(Math.max(0, amount + (event.key === 'ArrowUp' ? step : -step))))
  }

  return (
    <TextField
      autoComplete="off"
      {...field}
      ref={(element) => {
        input.current = element
        if (typeof field.ref === 'function') return field.ref(element)
      }}
      inputMode="numeric"
      value={value}
      onChange={(event) => {
        const { value: text, selectionStart } = event.currentTarget
        change(
          isWhole(event.nativeEvent) ? wholeAmount(text) : groupDigits(text),
          text.slice(selectionStart ?? text.length),
        )
      }}
      onPaste={(event) => {
        const digits = pastedDigits(event.clipboardData.getData('text/plain'))
        const { value: text, selectionStart, selectionEnd } = event.currentTarget
        const [before, after] = [text.slice(0, selectionStart ?? text.length), text.slice(selectionEnd ?? text.length)]
        if (digits === null || !/^[\d.]*$/.test(before + after)) return
        event.preventDefault()
        change(groupDigits(before + digits + after), after)
      }}
      onKeyDown={press}
    />
  )
}

/** Text that arrived at once, not by a key: its dots are no separators of ours, so `1250000.50` is not 125.000.050. */
const isWhole = (event: Event): boolean => {
  const { inputType = '', data = null } = event as Partial<InputEvent>
  return inputType === 'insertText'
    ? (data ?? '').length > 1
    : !inputType.startsWith('delete') && !inputType.startsWith('insertComposition')
}

function wholeAmount(text: string): string {
  const digits = pastedDigits(text)
  return digits === null ? text : groupDigits(digits)
}

type FieldProps<Values extends FieldValues, Output> = Omit<
  InputProps,
  'value' | 'onChange' | 'name' | 'ref' | 'onBlur' | 'error'
> & {
  control: Control<Values, unknown, Output>
  name: Path<Values>
}

/** The same as a field of a form, whose value is the number of rupiah, or the text that is none. */
export const MoneyField = <Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: FieldProps<Values, Output>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, ...field }, fieldState }) => (
      <MoneyInput
        {...props}
        {...field}
        error={fieldState.error?.message}
        value={showAmount(value)}
        onChange={(text) => onChange(typedAmount(text))}
      />
    )}
  />
)
