/** First in the page: past the shell, to what the page is about. */
export function SkipLink() {
  return (
    <a href="#konten" className="skip-link fixed top-2 left-2 z-70 rounded-button bg-nila px-5 py-3 font-bold text-on-nila print:hidden">
      Lewati ke konten
    </a>
  )
}
