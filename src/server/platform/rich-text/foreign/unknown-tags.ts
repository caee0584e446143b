const names =
  'a abbr acronym address algebra applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd keygen label lang legend li link listing main map mark marquee math menu menuitem meta meter nav nobr noembed noframes nolink noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script section select small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xml xmp'
/** Parts of formulas, which other platforms write into their texts. */
const ofFormulas =
  'annotation maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics'
const elements = new Set([...names.split(' '), ...ofFormulas.split(' ')])
/** `o:p` of Word, and elements that pages define: `d2l-html-block`. */
const isMadeUp = /^(?:[a-z]\w*:[a-z]\w*|[a-z][a-z\d]*-[\w-]*)$/i
const isElement = (name: string): boolean => elements.has(name.toLowerCase()) || isMadeUp.test(name)

/** Tags of no element, among markup, as text: people typed `<stdio.h>`, `<budi@x.id>`, `List<String>` and `a<b`. */
export const withTypedTags = (html: string): string =>
  html.replaceAll(/<(?=\/?([a-z][^\s/<>]*)([^<>]*)(>?))/gi, (sign, name: string, attributes: string, end: string) =>
    // A value in quotes may hold the sign that follows.
    isElement(name) && (end === '>' || /["']/.test(attributes)) ? sign : '&lt;',
  )
