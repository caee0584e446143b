import { TextField, type TextFieldProps } from '#web/kit/ui/field.tsx'

/** Six digits of an authenticator app. Phones offer a numeric keyboard, and password managers fill it in. */
export const CodeField = (props: Omit<TextFieldProps, 'label' | 'required'>) => (
  <TextField
    label="Kode dari aplikasi"
    required
    autoComplete="one-time-code"
    inputMode="numeric"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)
