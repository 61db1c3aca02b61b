import type * as en from './texts.en.ts'
import { formatMoney } from '../../platform/entry/money.ts'
import { date, dueText, plural } from '../../platform/texts/plural.ts'

export const timeline: (typeof en)['timeline'] = {
  filters: 'Filtro del historial',
  filter: { all: 'Todo', partner: 'Socio financiero', mine: 'Lo mío', documents: 'Documentos' },
  nothing: 'Todavía no hay entradas de este tipo.',
  earlier: 'Mostrar entradas anteriores',
  yesterday: 'Ayer',
  noteHint: 'Agregue una nota. Solo usted la ve. La búsqueda incluye las notas.',
  noteNotAdded: 'Empezó una nota y no la agregó.',
  noteStays: 'Las notas permanecen en el historial.',
  addNote: 'Agregar nota',
  writeNote: 'Escribir una nota',
  correct: 'Corregir',
  correctNote: (note) => `Corregir la nota «${note}»`,
  correction: (when) => `Corrección a mi nota del ${when}: `,
  proof: 'Comprobante',
  proofHint: 'Guardar un registro de lo que envió y de cómo respondió el socio financiero',
  proofPdf: 'Guardar como PDF',
  proofPdfHint: 'Para leer o compartir',
  proofJson: 'Guardar como JSON',
  proofJsonHint: 'Para verificación automática',
  lastConfirmed: (status) =>
    `El socio financiero no ha confirmado esto. Último estado confirmado: ${status}.`,
  verified: {
    body: {
      label: 'Verificado',
      words: 'La firma del socio financiero es válida y cubre exactamente este texto.',
    },
    hint: {
      label: 'Sin confirmar',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. El socio financiero no lo ha confirmado, así que no se cambió nada.',
    },
    contradicted: {
      label: 'No confirmado',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. El socio financiero informó después otra cosa, así que no se cambió nada.',
    },
    superseded: {
      label: 'Desactualizado',
      words:
        'La firma del socio financiero es válida, pero no cubre este texto. Llegó información más reciente antes de confirmarlo, así que no se cambió nada.',
    },
    confirmed: {
      label: 'Confirmado',
      words: 'La firma del remitente es válida, y el socio financiero lo confirmó al preguntarle.',
    },
  },
}

export const history: (typeof en)['history'] = {
  submitted: 'Solicitud puesta en cola',
  queued: 'Está en cola.',
  knownOnSubmission: 'Lo que la aplicación sabía en ese momento:',
  cancelled: 'Usted canceló el envío',
  nothingSent: 'No se envió nada.',
  sent: 'Solicitud enviada',
  bodyHash: (hash) => `SHA-256 del contenido ${hash}`,
  received: 'El socio financiero recibió la solicitud',
  applicationId: (application_id) => `ID de solicitud ${application_id}`,
  requeued: 'La solicitud no se recibió. Está en cola de nuevo',
  refused: 'El socio financiero rechazó la solicitud',
  notReceived: 'La solicitud no se recibió',
  unknown: 'La entrega de la solicitud está sin confirmar',
  idRepeated: 'El socio financiero dio a otro expediente el ID de esta solicitud',
  idRepeatedFor: (name) => `El otro expediente es ${name}. Ninguno de sus documentos se subió aquí.`,
  found: 'La solicitud se encontró en el socio financiero',
  confirmedReceived: 'Usted confirmó que la solicitud se recibió',
  confirmedNotReceived: 'Usted confirmó que la solicitud no se recibió',
  canBeSentAgain: 'Puede enviarla de nuevo.',
  documentQueued: (name) => `${name} en cola`,
  documentCancelled: (name) => `Usted canceló el envío de ${name}`,
  wasNotReceived: 'No se recibió.',
  documentSent: (name) => `${name} enviado`,
  asKind: (kind, hash) => `Como ${kind}, SHA-256 ${hash}`,
  documentReceived: (name) => `El socio financiero recibió ${name}`,
  documentRequeued: (name) => `${name} no se recibió. Está en cola de nuevo`,
  documentRefused: (name) => `El socio financiero rechazó ${name}`,
  documentNotReceived: (name) => `${name} no se recibió`,
  documentUnknown: (name) => `La entrega de ${name} está sin confirmar`,
  documentFound: (name) => `${name} se encontró en el socio financiero`,
  documentConfirmedReceived: (name) => `Usted confirmó que ${name} se recibió`,
  documentConfirmedNotReceived: (name) => `Usted confirmó que ${name} no se recibió`,
  noApplicationList: 'El socio financiero no ofrece una lista de solicitudes.',
  noReference:
    'Este expediente no tiene una referencia suya, así que el socio financiero no puede distinguirlo de otros.',
  noUnknownUpdates: 'No llegó ninguna novedad de una solicitud que no esté en esta aplicación.',
  idOfHolder: (application_id, name) =>
    `El socio financiero muestra la solicitud ${application_id} con su referencia, pero otro expediente de aquí lleva ese ID: ${name}.`,
  idOfDeleted: (application_id) =>
    `El socio financiero muestra la solicitud ${application_id} con su referencia, pero ese ID perteneció a un expediente que se eliminó definitivamente.`,
  noDocumentList: 'El socio financiero no ofrece una lista de documentos.',
  listNotWhole:
    'La lista del socio financiero estaba incompleta o no se pudo leer, así que puede existir algo que no muestra.',
  addressChanged:
    'La dirección o las credenciales cambiaron después del envío. Puede estar en la dirección anterior y no mostrarse aquí.',
  notAsked: (why) => `No se pudo consultar al socio financiero. ${why}`,
  attached: (name) => `${name} adjuntado`,
  unlocked: (name) => `${name} adjuntado, con una copia sin contraseña`,
  convertedFrom: (name, photo) => `${name} adjuntado, convertido de la foto ${photo}`,
  madeOf: (name, sources) => `${name} creado con ${sources}`,
  removed: (name) => `${name} eliminado`,
  restored: (name) => `${name} restablecido`,
  handedOut: {
    dragged: (count) =>
      plural(count, '1 archivo entregado al arrastrarlo', (n) => `${n} archivos entregados al arrastrarlos`),
    copied: (count) =>
      plural(count, '1 archivo entregado al copiarlo', (n) => `${n} archivos entregados al copiarlos`),
    saved: (count) =>
      plural(count, '1 archivo guardado en una carpeta', (n) => `${n} archivos guardados en una carpeta`),
    package_dragged: 'Paquete entregado al arrastrarlo',
    package_saved: 'Paquete guardado',
    statements_saved: 'Movimientos bancarios exportados',
    summary_saved: 'Resumen de estados de cuenta guardado',
    summary_printed: 'Resumen de estados de cuenta impreso',
    file: (name, original) => (name === original ? name : `${name} (${original})`),
    others: (count) => plural(count, '1 más', (n) => `${n} más`),
    unknownTarget: 'La aplicación no puede ver adónde fueron.',
    withSensitive: 'Con SSN y EIN.',
  },
  messageCopied: (name) => `Mensaje «${name}» copiado`,
  messageOpened: (name) => `Mensaje «${name}» abierto en el programa de correo`,
  messageFate: 'La aplicación no puede ver si se envió.',
  messageOffers: (offers) => `Con cifras de ${offers}.`,
  draftStarted: 'Borrador iniciado',
  copiedFrom: (name) => `Copiado de ${name || 'otro borrador'}`,
  filledFrom: (file, row) => `Campos vacíos completados con ${file}, fila ${row}`,
  importedFrom: (file, row) => `Importado de ${file}, fila ${row}`,
  note: 'Nota',
  formChanged: (from, to) => `El formulario cambió de la versión ${from} a la versión ${to}`,
  everyValueFits: 'Todos los valores conservan su campo.',
  valuesOrphaned: (count) =>
    plural(
      count,
      '1 valor no tiene campo en el formulario.',
      (n) => `${n} valores no tienen campo en el formulario.`,
    ),
  rowAdded: (list) => `${list}: fila agregada`,
  rowRemoved: (list, row) => `${list}: fila ${row} eliminada`,
  valuesFilledIn: (count) => plural(count, '1 valor llenado', (many) => `${many} valores llenados`),
  valueRemoved: (label) => `${label}: eliminado`,
  lateOffer: 'Esta oferta llegó después del financiamiento; el expediente sigue financiado.',
  outOfOrder: 'Llegó después de una novedad más reciente, así que el estado no cambió.',
  followUpSet: (when) => `Recordatorio para el ${dueText(when)}, si no llega nada antes`,
  followUpRestored: (when) => `Recordatorio restablecido: ${dueText(when)}`,
  followUpDue: 'Recordatorio: no había llegado nada',
  followUpDone: 'Usted dio seguimiento',
  followUpRemoved: 'Recordatorio eliminado',
  followUpResolved: 'Recordatorio terminado: llegaron novedades',
  unnamedDeal: 'Un expediente sin nombre',
  away: 'Es posible que esta computadora haya perdido notificaciones: estuvo sin conexión demasiado tiempo o el relay perdió algunas.',
  cannotAsk: (away) =>
    `${away} La aplicación no puede consultar a este socio financiero las novedades perdidas. Revise sus expedientes abiertos con el socio financiero.`,
  askedAll: (away, news) =>
    `${away} La aplicación consultó al socio financiero por cada expediente abierto. ${news === 0 ? 'Nada había cambiado.' : plural(news, '1 expediente tenía novedades.', (n) => `${n} expedientes tenían novedades.`)}`,
  offerOf: (cents) => `Oferta de ${formatMoney(cents)}`,
  offerAt: (number, cents) => `Oferta ${number} de ${formatMoney(cents)}`,
  offerSent: 'Oferta enviada al comercio',
  offerNotSent: 'Nota quitada: oferta enviada al comercio',
  sentOn: (how, day) => (how === '' ? date(day) : `${how}, ${date(day)}`),
  offerDeclined: 'El comercio no quiso la oferta',
  offerNotDeclined: 'Nota quitada: el comercio no quiso la oferta',
  acceptanceSent: 'Aceptación enviada',
  offerAccepted: 'Oferta aceptada',
  listedAccepted: 'El socio financiero la muestra como aceptada.',
  acceptanceUnanswered: 'Aceptación sin respuesta',
  confirmedByYou: 'Confirmado por usted.',
  acceptanceNotShown: 'Aceptada, pero sigue figurando como abierta',
  listedOpen:
    'El socio financiero recibió la aceptación, pero sigue mostrando la oferta como abierta. Pregúntele cuál es lo correcto.',
  offerNotAccepted: 'Oferta no aceptada',
  foundByPolling: 'Se encontró al consultar al socio financiero.',
  offersQuarantined: (count) => plural(count, 'Oferta en cuarentena', (n) => `${n} ofertas en cuarentena`),
  offersElsewhere: (ids) =>
    `El socio financiero incluyó ${ids} en esta solicitud, pero otro expediente ya la tiene aquí. Pregunte al socio financiero a qué expediente corresponde.`,
  offersFound: (count, amounts_cents) => {
    const offers = [count > 1 && `${count} ofertas`, (amounts_cents ?? []).map(formatMoney).join(', ')]
    const found = offers.filter(Boolean).join(': ')
    return `${found && `${found}. `}Se ${count > 1 ? 'encontraron' : 'encontró'} al consultar al socio financiero.`
  },
}
