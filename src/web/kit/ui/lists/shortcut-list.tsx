/** Keys and what they do, for the help of a page. */
export const ShortcutList = ({ shortcuts }: { shortcuts: readonly (readonly [key: string, meaning: string])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
    {shortcuts.map(([key, meaning]) => (
      <div key={key} className="contents">
        <dt>
          <kbd className="grid h-8 min-w-8 place-items-center rounded-chip border border-border bg-sunken px-2 font-mono font-bold">
            {key}
          </kbd>
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)
