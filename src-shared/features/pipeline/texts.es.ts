import type * as en from './texts.en.ts'
import { plural } from '../../platform/texts/plural.ts'

export const pipeline: (typeof en)['pipeline'] = {
  newApplication: 'Nueva solicitud',
  searchDeals: 'Buscar expedientes',
  searchHint: 'Nombre, referencia, EIN, código postal',
  clearSearch: 'Borrar la búsqueda',
  import: 'Importar',
  exportCsv: 'Exportar como CSV',
  print: 'Imprimir la lista',
  printSelected: 'Imprimir los expedientes seleccionados',
  exportSelected: 'Exportar los expedientes seleccionados como CSV',
  printed: {
    all: (count) => plural(count, '1 expediente', (many) => `${many} expedientes`),
    first: (count, total) =>
      `Los primeros ${count} de ${total} expedientes. Filtre la lista para imprimir los demás.`,
    selected: (count) =>
      plural(count, '1 expediente seleccionado', (many) => `${many} expedientes seleccionados`),
    firstSelected: (count, total) =>
      `Los primeros ${count} de ${total} expedientes seleccionados. Seleccione menos para imprimir los demás.`,
    search: (search) => `«${search}»`,
    sorted: (column) => `por ${column}`,
    reversed: (column) => `por ${column}, en orden inverso`,
  },
  deals: 'Expedientes',
  view: 'Vista',
  list: 'Lista',
  board: 'Tablero',
  noName: 'Aún sin nombre',
  dealWithoutName: 'el expediente sin nombre',
  reading: 'Cargando los expedientes',
  readingMore: 'Cargando más',
  found: (count) => plural(count, '1 expediente encontrado', (all) => `${all} expedientes encontrados`),
  binNote: (days) =>
    `Los borradores permanecen en la papelera al menos ${days} días y después se eliminan definitivamente. Eliminar un expediente aquí no lo retira del socio financiero.`,
  binKeeps: (years) =>
    years === null
      ? 'Los expedientes enviados permanecen hasta que usted los elimine.'
      : `Los expedientes enviados permanecen ${years} años.`,
  binChange: 'Cambiar',
  keptInBin: 'Sus registros',
  binEmpty: 'La papelera está vacía',
  noneIn: (stage) => `No hay expedientes en «${stage}»`,
  noneNarrowed: 'Ningún expediente cumple estos filtros',
  noMatch: (search) => `Ningún expediente coincide con «${search}»`,
  noMatchIn: (search, stage) => `Ningún expediente coincide con «${search}» en «${stage}»`,
  showInAll: (count) => `Mostrar ${count} en todos los expedientes`,
  showInBin: (count) => `Mostrar ${count} en la papelera`,
  showAll: 'Mostrar todos los expedientes',
  firstTitle: 'Su primera solicitud',
  firstBody:
    'Trabaje a su ritmo, también sin conexión. Cada cambio se guarda cifrado en esta computadora. Adjunte los PDF, envíela y reciba un aviso en cuanto haya una oferta.',
  firstStart: 'Comenzar una solicitud',
  firstImport: 'Importar borradores',
  documentsNone: 'Ninguno',
  documentsSent: (count) => plural(count, '1 enviado', (all) => `${all} enviados`),
  documentsOf: (sent, all) => `${sent} de ${all} enviados`,
  deletedAt: (instant) => `Eliminado el ${instant}`,
  soon: 'Se elimina pronto',
  days: (count) => plural(count, '1 día', (all) => `${all} días`),
  restoreDeal: (name) => `Restaurar ${name}`,
  complete: 'Completo',
  problems: (count) => plural(count, '1 campo', (all) => `${all} campos`),
  offersMore: (count) => plural(count, '1 oferta', (all) => `${all} ofertas`),
  boardLabel: 'Expedientes por etapa',
  boardColumn: (stage, count) => `${stage}: ${plural(count, '1 expediente', (all) => `${all} expedientes`)}`,
  boardAmount: (amount) => `${amount} solicitados`,
  boardFunded: (amount) => `${amount} financiados`,
  boardOffer: (amount) => `${amount} ofrecidos`,
  next: 'Requieren atención',
  nextCount: (count) =>
    plural(count, '1 expediente requiere su atención', (all) => `${all} expedientes requieren su atención`),
  nextActions: {
    all: 'Todos los expedientes que requieren su atención',
    expire_today: 'Responder a ofertas que vencen hoy',
    expire_soon: 'Responder a ofertas que vencen en los próximos 3 días',
    refused: 'Corregir solicitudes rechazadas',
    stipulations: 'Cumplir condiciones pendientes',
    lacking: 'Conseguir los documentos que faltan en borradores completos',
    ready: 'Enviar borradores completos',
  },
  nextPaper: (paper) => `Conseguir: ${paper.toLowerCase()}`,
  nextLine: (action, deals) => `${action} (${deals})`,
  actions: {
    nextRow: 'Expediente siguiente',
    previousRow: 'Expediente anterior',
    selectRow: 'Seleccionar o quitar la selección del expediente',
    toggleBoard: 'Cambiar entre lista y tablero',
    columns: 'Elegir columnas',
    filter: 'Filtrar la lista',
    selectAll: 'Seleccionar todos los expedientes de la lista',
    toTrash: 'Mover el expediente actual a la papelera',
  },
}

export const columns: (typeof en)['columns'] = {
  names: {
    business: 'Comercio',
    status: 'Situación',
    amount: 'Solicitado',
    offer: 'Oferta mayor',
    expires: 'La oferta vence',
    documents: 'Documentos',
    problems: 'Por completar',
    updated: 'Modificado',
    owner: 'Propietario',
    reference: 'Referencia',
    application: 'ID de solicitud',
    submitted: 'Enviado',
    created: 'Creado',
  },
  contact: { phone: 'Teléfono', email: 'Correo electrónico' },
  fileName: 'Expedientes',
  choose: 'Columnas',
  chooseTitle: 'Columnas de la lista',
  moveUp: (column) => `Subir ${column}`,
  moveDown: (column) => `Bajar ${column}`,
  fitAll: 'Restablecer anchos',
  reset: 'Restablecer columnas',
  widthOf: (column) => `Ancho de ${column}`,
  widthHelp: 'Presione las flechas para cambiarlo o Intro para ajustarlo.',
  pixels: (width) => `${width} píxeles`,
  keptFor: 'Se conserva',
}

export const filters: (typeof en)['filters'] = {
  stages: {
    all: 'Todos',
    draft: 'Borradores',
    sending: 'Enviando',
    submitted: 'Enviados',
    attention: 'Pendientes',
    offer: 'Con oferta',
    funded: 'Financiados',
    declined: 'Denegados',
    other: 'Otros',
    bin: 'Papelera',
  },
  filter: 'Filtrar',
  clear: 'Quitar filtros',
  remove: (trait) => `Quitar «${trait}»`,
  any: 'Cualquiera',
  amountFrom: 'Monto desde',
  amountTo: 'Monto hasta',
  problems: 'Campos por completar',
  region: 'Estado (EE. UU.)',
  status: 'Situación',
  needsYou: 'Requiere su atención',
  underWay: 'Formulario completo, sin decisión del socio',
  lastDays: (days) => plural(days, 'Desde ayer', (count) => `En los últimos ${count} días`),
  nextDays: (days) => plural(days, 'Hasta mañana', (count) => `En ${count} días`),
  problemsSome: 'Algunos',
  problemsNone: 'Ninguno',
  papersComplete: 'Todo recibido o adjunto',
  papersMissing: 'Falta algo',
  papersOwn: 'Hay una condición pendiente',
  lacks: (paper) => `Falta: ${paper.toLowerCase()}`,
  traitAmountFrom: (amount) => `Desde ${amount}`,
  traitAmountTo: (amount) => `Hasta ${amount}`,
  traitUpdated: (when) => `Modificado: ${when.toLowerCase()}`,
  traitSubmitted: (when) => `Enviado: ${when.toLowerCase()}`,
  traitExpires: (when) => `La oferta vence: ${when.toLowerCase()}`,
  traitProblemsSome: 'Con campos por completar',
  traitProblemsNone: 'Con todos los campos completos',
  saved: 'Filtros guardados',
  save: 'Guardar filtro',
  nameHint: 'Guarda la etapa, la búsqueda y los filtros.',
  rename: 'Cambiar nombre',
  renameTitle: 'Cambiar nombre del filtro',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  deleted: (name) => `Se eliminó «${name}».`,
  tooMany: 'Alcanzó el límite de filtros guardados. Elimine uno primero.',
  more: (name) => `Más opciones para «${name}»`,
}

export const selection: (typeof en)['selection'] = {
  bar: 'Expedientes seleccionados',
  selected: (count) =>
    plural(count, '1 expediente seleccionado', (all) => `${all} expedientes seleccionados`),
  none: 'No hay expedientes seleccionados.',
  selectAll: (count) => plural(count, 'Seleccionar 1', (all) => `Seleccionar los ${all}`),
  selectDeal: (name) => `Seleccionar ${name}`,
  selectAllShown: 'Seleccionar todos los expedientes de esta lista',
  clear: 'Quitar la selección',
  sendDocuments: 'Enviar documentos',
  openWindows: 'Abrir en ventanas',
  restore: 'Restaurar',
  erase: 'Eliminar definitivamente…',
  erased: (count) =>
    plural(
      count,
      '1 expediente se eliminó definitivamente.',
      (all) => `${all} expedientes se eliminaron definitivamente.`,
    ),
  notErased: (count) =>
    plural(
      count,
      'No se eliminó 1 expediente: no está en la papelera o se está enviando.',
      (all) => `No se eliminaron ${all} expedientes: no están en la papelera o se están enviando.`,
    ),
  consent: {
    erase: (count) =>
      plural(
        count,
        '¿Eliminar este expediente definitivamente?',
        (all) => `¿Eliminar estos ${all} expedientes definitivamente?`,
      ),
    eraseText: (names, count, submitted) =>
      [
        names.join('\n') + (count > names.length ? `\n… y ${count - names.length} más` : ''),
        submitted === 0
          ? 'Sus datos, notas y documentos se eliminan de esta computadora y no se pueden recuperar.'
          : `${count === 1 ? 'Se envió' : plural(submitted, '1 de ellos se envió', (all) => `${all} de ellos se enviaron`)}. El comprobante de envío, el historial, las notas y los documentos se eliminan de esta computadora y no se pueden recuperar. El socio financiero conserva lo que recibió. California y otros estados piden a los corredores conservar estos registros durante cuatro años.`,
      ].join('\n\n'),
    eraseIt: 'Eliminar definitivamente',
  },
  moved: (count, name) =>
    plural(
      count,
      `${name} se movió a la papelera.`,
      (all) => `${all} expedientes se movieron a la papelera.`,
    ),
  restored: (count, name) =>
    plural(count, `Se restauró ${name}.`, (all) => `${all} expedientes restaurados.`),
  submitted: (count, name) => plural(count, `${name} en cola.`, (all) => `${all} solicitudes en cola.`),
  documentsQueued: (count, name) =>
    plural(count, `Documentos de ${name} en cola.`, (all) => `Documentos de ${all} expedientes en cola.`),
  refusals: (count) => plural(count, '1 expediente no cambió', (all) => `${all} expedientes no cambiaron`),
  refusalsMore: (count) => plural(count, 'Y 1 más.', (all) => `Y ${all} más.`),
  notReached: (count) =>
    plural(
      count,
      '1 expediente no se procesó antes de que usted lo detuviera.',
      (all) => `${all} expedientes no se procesaron antes de que usted lo detuviera.`,
    ),
  working: {
    bin: 'Moviendo a la papelera',
    restore: 'Restaurando',
    submit: 'Enviando',
    send_documents: 'Poniendo documentos en cola',
  },
  progress: (done, total) => `${done} de ${total}`,
  stop: 'Detener',
  submitTitle: (count) => plural(count, '¿Enviar 1 solicitud?', (all) => `¿Enviar ${all} solicitudes?`),
  submitSome: (leaving, count) => `¿Enviar ${leaving} de ${count} solicitudes?`,
  noneReady: 'Ninguna de estas se puede enviar',
  noneReadyBody:
    'Solo puede enviar borradores completos y solicitudes que el socio financiero rechazó. No se cambió nada.',
  submitBody: (recipient) =>
    `Las solicitudes completas van ${recipient}, una por una. Las incompletas y las de clientes ya enviados se omiten, y usted verá por qué.`,
  notChecked: (count) => plural(count, 'Falta revisar 1 más.', (all) => `Faltan por revisar ${all} más.`),
}

export const statuses: (typeof en)['statuses'] = {
  app_under_review: 'En revisión',
  app_incomplete_info: 'Falta información',
  app_documentation_pending: 'Faltan documentos',
  app_final_approval: 'Aprobación final',
  app_funded: 'Financiado',
  app_declined_closed: 'Denegado o cerrado',
  offer_available: 'Oferta disponible',
  offer_accepted: 'Oferta aceptada',
  offer_rescinded: 'Oferta retirada',
}

const drafts = (count: number) => plural(count, '1 borrador', (n) => `${n} borradores`)

export const importing: (typeof en)['importing'] = {
  pick: 'Elegir un archivo CSV o Excel',
  pickTechnical: 'Elegir un archivo CSV, Excel o JSON',
  orDrop: 'o suéltelo aquí',
  formats:
    'Una lista de Excel, Google Sheets u otro programa: una fila de encabezados y después una fila por expediente. Los encabezados pueden ser etiquetas del formulario o nombres usuales como «Business name» u «Owner 2 SSN».',
  formatsTechnical:
    'JSON: borradores exportados de Funding Desk o solicitudes en el formato del socio financiero.',
  saveTemplate: 'Guardar un CSV vacío con todos los encabezados',
  imported: (count, file) =>
    `${plural(count, 'Se importó 1 borrador', (n) => `Se importaron ${n} borradores`)} de ${file}.`,
  holds: (count, isTable) =>
    `contiene ${isTable ? plural(count, '1 fila', (n) => `${n} filas`) : drafts(count)}. Todavía no se ha importado nada.`,
  columns: 'Columnas del archivo',
  matched: (count, of) => `${count} de ${of} columnas llenan un campo del formulario.`,
  remembered: (file, day) => `Columnas recordadas de ${file}, importado el ${day}.`,
  sheet: 'Hoja',
  headings: 'Encabezados',
  noHeadings: 'Sin encabezados',
  headingRow: (row, text) => `Fila ${row}: ${text}`,
  askHeadings: '¿Esta lista tiene una fila de encabezados?',
  askHeadingsAbout:
    'La aplicación no encontró una fila con encabezados conocidos. Elíjala arriba, o indique que no hay. De lo contrario, el primer expediente de la lista podría perderse.',
  noneHere: 'No tiene encabezados',
  askEncoding: (encoding) =>
    `El archivo no indica cómo están codificadas sus letras. La aplicación lo leyó como ${encoding}.`,
  askEncodingAbout: 'Si estas palabras se ven mal, elija otra codificación:',
  note: 'Nota privada del expediente',
  fullName: 'Nombre completo',
  cityLine: 'Ciudad, estado y código ZIP',
  rowsAbove: (count) =>
    plural(
      count,
      'La fila encima de los encabezados no se importa.',
      (n) => `Las ${n} filas encima de los encabezados no se importan.`,
    ),
  keptBeside: 'Quedan fuera del formulario:',
  notImported: 'No se importan:',
  closedRows: (count, named) =>
    `${plural(count, '1 fila tiene', (n) => `${n} filas tienen`)} la situación de un expediente cerrado: ${named}.`,
  closedRowsAbout: 'La importación también convierte estas filas en borradores comunes.',
  nameless: (count) =>
    plural(
      count,
      '1 borrador no tiene nombre del comercio.',
      (n) => `${n} borradores no tienen nombre del comercio.`,
    ),
  namelessAbout:
    'En «Columnas del archivo», elija «Nombre legal» para la columna con el nombre del comercio.',
  leaveOut: (count) => plural(count, 'Omitir 1 fila', (n) => `Omitir ${n} filas`),
  noDeals: (count) =>
    plural(
      count,
      '1 fila probablemente no es un expediente, y no está seleccionada.',
      (n) => `${n} filas probablemente no son expedientes, y no están seleccionadas.`,
    ),
  fieldOf: (column) => `Campo para ${column}`,
  beside: 'Guardar fuera del formulario',
  skip: 'No importar',
  moreColumns: (count) => plural(count, 'y 1 columna más', (n) => `y ${n} columnas más`),
  delimiter: 'Separador',
  delimiters: { ',': 'Coma', ';': 'Punto y coma', '\t': 'Tabulador', '|': 'Barra vertical' },
  encoding: 'Codificación',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252',
    macintosh: 'Macintosh',
    cp437: 'DOS (437)',
    cp850: 'DOS (850)',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 BE',
  },
  dates: 'Fechas',
  dateOrders: {
    month_first: 'Mes primero: 3/25/2026',
    day_first: 'Día primero: 25/3/2026',
    year_first: 'Año primero: 2026-03-25',
  },
  amounts: 'Montos',
  amountStyles: { us: '1,234.56', european: '1.234,56' },
  duplicates: (count, ofDrafts) =>
    `${plural(count, '1 fila es de un comercio', (n) => `${n} filas son de comercios`)} que ya tiene, por EIN o nombre${ofDrafts > 0 ? `, ${plural(ofDrafts, '1 como borrador', (n) => `${n} como borradores`)}` : ''}.`,
  duplicateRules: { skip: 'Omitirlas', update: 'Completar campos vacíos', create: 'Crear borradores nuevos' },
  duplicateRulesAbout: {
    skip: 'Las filas de un comercio que ya tiene no se importan.',
    update:
      'Los valores que un borrador ya tiene no cambian. Las filas de expedientes enviados crean borradores nuevos.',
    create: 'Cada fila crea un borrador nuevo.',
  },
  onePerBusiness: 'Un borrador por comercio',
  repeated: (count) =>
    plural(
      count,
      '1 fila es del mismo comercio que una fila anterior.',
      (n) => `${n} filas son del mismo comercio que una fila anterior.`,
    ),
  repeatedAbout:
    'El borrador de un comercio recibe los propietarios, las posiciones y los demás valores de todas sus filas. Si los valores difieren, el primero llena el campo y los demás quedan fuera del formulario.',
  isLike: (name) => `como ${name || 'un expediente sin nombre'}`,
  sameAsRow: (row) => `Mismo comercio que la fila ${row}`,
  updated: (count) => `${plural(count, '1 borrador actualizado', (n) => `${n} borradores actualizados`)}.`,
  skippedRows: (count) => plural(count, '1 fila omitida.', (n) => `${n} filas omitidas.`),
  update: (count) => `Actualizar ${drafts(count)}`,
  importColumn: 'Importar',
  business: 'Comercio',
  amount: 'Monto',
  values: 'Valores',
  doesNotFit: 'No está en el formulario',
  importRow: (row, name) => `Importar la fila ${row}, ${name || 'sin nombre'}`,
  row: (row) => `Fila ${row}`,
  allFit: 'Cada valor tiene su campo.',
  orphans: (count) =>
    plural(
      count,
      '1 valor no entra en el formulario. Queda con su borrador para que pueda copiarlo o quitarlo.',
      (n) =>
        `${n} valores no entran en el formulario. Quedan con sus borradores para que pueda copiarlos o quitarlos.`,
    ),
  anotherFile: 'Elegir otro archivo',
  import: (count) => `Importar ${drafts(count)}`,
  fits: 'Todos los valores coinciden',
  more: (count) => plural(count, 'y 1 más', (n) => `y ${n} más`),
  reading: (file) => `Leyendo ${file}…`,
  importing: (count) => `Importando ${drafts(count)}…`,
}

export const statusWords: (typeof en)['statusWords'] = {
  quoted: (status) => `El socio escribió: «${status}»`,
}
