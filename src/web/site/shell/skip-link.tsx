/** The first link of the page; skips the header. */
export function SkipLink() {
  return (
    <a
      href="#konten"
      className="skip-link fixed top-2 left-2 z-70 rounded-button bg-nila px-5 py-3 font-bold text-on-nila print:hidden"
    >
      Lewati ke konten
    </a>
  )
}
