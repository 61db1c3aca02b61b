import type * as en from './texts.en.ts'
import { formatMoney } from '../../platform/entry/money.ts'
import { date, monthsText, plural } from '../../platform/texts/plural.ts'

export const submission: (typeof en)['submission'] = {
  strip: 'Envío',
  sending: 'Enviando…',
  sendsIn: (seconds) => `Se envía en ${seconds} s`,
  sendNow: 'Enviar ahora',
  tryNow: 'Intentar ahora',
  cancelSubmission: 'Cancelar envío',
  cancelled: 'Envío cancelado. No se envió nada.',
  sendsSoon: (name) => `${name || 'La solicitud'}: se envía en un momento.`,
  place: (position) => `posición ${position}`,
  needsYou: (place) => `Requiere su atención, ${place}`,
  isQueued: (place) => `En cola, ${place}`,
  waitsForConnection: (place) => `En cola, ${place}. Se envía en cuanto vuelva la conexión`,
  nextTry: (seconds) => ` · próximo intento en ${seconds} s`,
  dialog: {
    title: '¿Enviar esta solicitud?',
    asksFor: 'solicita',
    goesTo: (recipient) => `La solicitud va ${recipient}`,
    documents: (count) =>
      count === 0
        ? ' sin documentos adjuntos.'
        : plural(
            count,
            ', seguida de 1 documento.',
            (many) => `, seguida de ${many} documentos, uno por uno.`,
          ),
    undo: (seconds) => ` Puede deshacerlo durante ${seconds} segundos.`,
    notes: 'Revise antes de enviar',
    showNote: (note) => `Mostrar: ${note}`,
    duplicates: 'Ya envió a este cliente',
    same: {
      content: 'solicitud idéntica',
      ein: 'mismo EIN',
      name: 'mismo nombre legal, otro EIN',
      owner: 'mismo SSN de un propietario, otro EIN',
    },
    inBin: '(en la papelera)',
    submitAnyway: 'Entiendo. Enviar de todos modos.',
    confirmFirst: 'Confirme primero:',
    files: {
      of_other: {
        title: 'Archivos de otro comercio',
        send: 'Enviar de todos modos estos archivos de otro comercio.',
      },
      unnamed: {
        title: 'No está confirmado de quién son estas cuentas',
        send: 'Enviar estos archivos sin esta confirmación.',
      },
    },
  },
  health: {
    missing: (label) => `Falta: ${label}`,
    missingDays: (label, months) => `${label}: ${monthsText(months)} sin cubrir`,
    kindUnconfirmed: (name, kind) => `${name}: confirme que es «${kind}»`,
    otherHolder: ([name = '', ...more], holder, merchant) =>
      holder === ''
        ? `${[name, ...more].join(', ')}: no se encontró el nombre del titular`
        : plural(
            more.length + 1,
            `${name} está a nombre de ${holder}, no de ${merchant}`,
            () => `${name} y ${more.length} más están a nombre de ${holder}, no de ${merchant}`,
          ),
    otherMerchant: (name, other, merchant) => `${name} nombra a ${other}, no a ${merchant}`,
    applicationSays: (name) => `La solicitud ${name} dice`,
    formSays: (label, printed, typed) => `${label} ${printed}, el formulario dice ${typed}`,
    alsoOf: ([name = '', ...more], merchant) =>
      plural(
        more.length + 1,
        `${name} también está adjunto a un expediente de ${merchant}`,
        () => `${name} y ${more.length} más también están adjuntos a un expediente de ${merchant}`,
      ),
    sentAnyway: ([name = '', ...more], holder) =>
      plural(
        more.length + 1,
        `${name} de ${holder} está marcado como ajeno, pero se envía con la solicitud`,
        () =>
          `${name} y ${more.length} más de ${holder} están marcados como ajenos, pero se envían con la solicitud`,
      ),
    oldFile: (name, day) => `${name} termina el ${date(day)}, y faltan los meses siguientes`,
    old: (day) =>
      `El estado de cuenta más reciente termina el ${date(day)}, demasiado antiguo para este socio financiero`,
    notRead: (name) => `No se pudo leer ${name}`,
    altered: (name) => `${name} muestra señales de cambios posteriores a su creación`,
    notVerified: (name) => `${name} no está verificado`,
    positionMissing: (funder) => `${funder} cobra pagos, pero no está entre las posiciones existentes`,
    revenue: (label, typed, verified) =>
      `${label}: el formulario dice ${formatMoney(typed)}, los estados de cuenta verificados ${formatMoney(verified)}`,
  },
  unknown: {
    wasReceived: 'Se recibió',
    wasReceivedApplication:
      'El expediente continúa con este ID de solicitud. Sus documentos se envían y sus novedades aparecen aquí.',
    wasReceivedDocument: 'El documento se marca como recibido y no se envía de nuevo.',
    applicationIdHint: 'Pídalo al socio financiero.',
    confirmReceived: 'Confirmar recepción',
    wasNotReceived: 'No se recibió',
    wasNotReceivedApplication:
      'Puede enviar la solicitud de nuevo. Si sí se recibió, el socio financiero la tendrá dos veces. Pregunte antes de elegir esto.',
    wasNotReceivedDocument:
      'Puede enviar el documento de nuevo. Si sí se recibió, el socio financiero lo tendrá dos veces. Pregunte antes de elegir esto.',
    confirmNotReceived: 'Confirmar que no se recibió',
    searching: 'La aplicación está consultando al socio financiero.',
    known: 'Lo que se sabe',
    itsId: (application_id) => ` Su ID es ${application_id}.`,
    searched: (when) => `Última consulta: ${when}. La aplicación vuelve a consultar automáticamente.`,
  },
  firstReal: {
    title: 'Esta es una solicitud real',
    body: 'Está en producción. La solicitud va al socio financiero para su revisión con los datos y documentos del comercio. Esto no es una prueba.',
    many: {
      title: 'Estas son solicitudes reales',
      body: 'Está en producción. Las solicitudes van al socio financiero para su revisión con los datos y documentos de los comercios. Esto no es una prueba.',
      applications: 'Solicitudes',
      known: 'Estas solicitudes son reales y los comercios aceptaron enviarlas.',
    },
    merchant: 'Comercio',
    amount: 'Monto',
    goesTo: 'Se envía a',
    known: 'Esta solicitud es real y el comercio aceptó enviarla.',
    once: 'Se confirma una sola vez para esta dirección y estas credenciales.',
    submit: 'Enviar solicitud real',
    notConfirmed: 'Todavía no ha confirmado que aquí las solicitudes son reales.',
    changed:
      'La dirección o las credenciales cambiaron después de que la envió. No ha confirmado que las solicitudes enviadas allí son reales.',
    changedAdvice:
      'Confirme para enviar todo lo que está en espera, o ingrese de nuevo la dirección y las credenciales anteriores.',
    confirm: 'Confirmar…',
    anotherHost: (host: string, shown: string) =>
      `Ahora las solicitudes van a ${host} y no a ${shown}, que usted confirmó.`,
    anotherHostAdvice: 'Su confirmación no se guardó. Inténtelo de nuevo para confirmar la dirección actual.',
    notConfirmedAdvice: 'Abra el expediente, presione Enviar y confirme. Se le pregunta una sola vez.',
  },
}

export const evidence: (typeof en)['evidence'] = {
  referenceOtherName: 'El socio financiero tiene una solicitud con su referencia, pero con otro nombre.',
  reference: 'El socio financiero tiene una solicitud con su referencia.',
  referenceOlder:
    'El socio financiero tiene una solicitud con su referencia, pero su fecha no muestra que llegara después de este envío. Puede que el reloj de esta computadora esté mal, o que sea una anterior.',
  sharedReference:
    'El socio financiero tiene una solicitud con su referencia, pero varios de sus expedientes la usan.',
  sameName: 'El socio financiero tiene una solicitud con la misma razón social.',
  documentNotListed: 'La lista de documentos del socio financiero para esta solicitud no incluye este.',
  documentListed: 'El socio financiero muestra un documento con este nombre, tipo y tamaño.',
  documentAlike: 'El socio financiero muestra un documento parecido, pero otro de los suyos es igual.',
  strayNews:
    'Llegó una novedad de una solicitud que no está en esta aplicación. Puede ser esta; el socio financiero no dio más detalles.',
  notListed: 'La lista del socio financiero no muestra ninguna solicitud con su referencia.',
}

const OUTCOMES = {
  received: 'recibida por el socio financiero',
  refused: 'rechazada por el socio financiero',
  not_received: 'no recibida',
  unknown: 'sin confirmar: no llegó respuesta',
}

const OUTCOMES_OF_DOCUMENT: typeof OUTCOMES = {
  received: 'recibido por el socio financiero',
  refused: 'rechazado por el socio financiero',
  not_received: 'no recibido',
  unknown: 'sin confirmar: no llegó respuesta',
}

export const proof: (typeof en)['proof'] = {
  applicationSent: 'Solicitud enviada',
  sentHash: 'SHA-256 de los datos enviados',
  reason: 'Motivo',
  applicationAnswered: (outcome) => `Solicitud ${OUTCOMES[outcome]}`,
  applicationResolved: (arrived) =>
    arrived
      ? 'El corredor confirmó que la solicitud se recibió'
      : 'El corredor confirmó que la solicitud no se recibió',
  applicationFound: 'Solicitud encontrada en el socio financiero',
  how: 'Evidencia',
  documentFound: 'Documento encontrado en el socio financiero',
  documentSent: 'Documento enviado',
  documentAnswered: (outcome) => `Documento ${OUTCOMES_OF_DOCUMENT[outcome]}`,
  documentId: 'ID del documento',
  documentResolved: (arrived) =>
    arrived
      ? 'El corredor confirmó que el documento se recibió'
      : 'El corredor confirmó que el documento no se recibió',
  acceptanceSent: 'Aceptación de oferta enviada',
  acceptanceAnswered: (outcome) => `Aceptación de oferta ${OUTCOMES[outcome]}`,
  acceptanceFound: 'La oferta consta como aceptada en el socio financiero',
  acceptanceResolved: (accepted) =>
    accepted
      ? 'El corredor confirmó que la aceptación de la oferta se recibió'
      : 'El corredor confirmó que la aceptación de la oferta no se recibió',
  offer: 'Oferta',
  amount: 'Monto',
  event: (status) => `Evento del socio financiero: ${status}`,
  eventId: 'ID del evento',
  saidAt: 'Informado por el socio financiero el',
  eventBodyHash: 'SHA-256 del contenido del evento',
  signature: 'Firma',
  coversBody: 'cubre este contenido; verifíquela con las claves publicadas',
  coversHash:
    'cubre un contenido con este hash; el comprobante no incluye el contenido, así que el estado y los ID no se pueden verificar',
  notCovered: 'la firma del socio financiero no cubre este evento',
  fileOf: (name, kind, size) => `${name} (${kind}, ${plural(size, '1 byte', (n) => `${n} bytes`)})`,
  file: 'Archivo',
  fileHash: 'SHA-256 del archivo',
  titleOf: (name) => `Comprobante de envío: ${name}`,
  attachment: 'Datos del comprobante para npm run verify-proof',
  title: 'Comprobante de envío',
  applicant: 'Solicitante',
  notNamed: 'sin nombre',
  reference: 'Referencia',
  noneYet: 'aún ninguno',
  environment: 'Entorno',
  madeAt: 'Creado el',
  whatItShows: 'Qué demuestra este comprobante y qué no',
  shows:
    'Demuestra lo que registró la computadora del corredor: qué se envió y cuándo, con el SHA-256 de cada archivo, y cómo respondió el socio financiero. De los eventos cuya firma cubre el contenido, demuestra también que el socio financiero firmó exactamente eso: estado, ID y hora. Cualquiera puede verificar estas firmas.',
  doesNotShow:
    'No demuestra que los registros de la computadora sean ciertos ni que estén completos. El dueño de la computadora puede cambiar, agregar u omitir registros. Solo las firmas del socio financiero no dependen del corredor.',
  howToCheck: 'Cómo verificar este comprobante',
  footer: (entries) => `Funding Desk · ${plural(entries, '1 registro', (n) => `${n} registros`)}`,
  verify:
    'Los datos del comprobante están adjuntos a este documento como proof.json. Guárdelos y ejecute "npm run verify-proof -- proof.json --jwks FILE" desde el código fuente de Funding Desk; no hace falta la aplicación. FILE contiene las claves publicadas del socio financiero. Pídalas al socio financiero, no al corredor. Para comparar los archivos que recibió con los hashes registrados, agregue sus nombres después de proof.json.',
  page: (place, of) => `Página ${place} de ${of}`,
  fileName: (name, day) => `Comprobante de envío ${name} ${day}`,
}
