/** Offers an address instead of the typed one. Mail to a misspelt one never arrives, and it cannot be corrected without it. */
export function MeantEmail({ address, onTake }: { address: string; onTake: (form: HTMLFormElement | null) => void }) {
  return (
    <>
      Maksudmu{' '}
      <button
        type="button"
        className="hit-44 relative font-semibold text-nila underline underline-offset-2"
        onClick={({ currentTarget }) => onTake(currentTarget.form)}
      >
        {address}
      </button>
      ?
    </>
  )
}
