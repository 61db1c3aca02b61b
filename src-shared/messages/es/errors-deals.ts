import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const errorsDeals: (typeof en)['errorsDeals'] = {
  isQueued: (isApplication) =>
    isApplication
      ? 'Esta solicitud espera en la fila para enviarse.'
      : 'Este documento espera en la fila para enviarse.',
  cancelFirst: 'Primero retírelo de la fila.',
  alreadySent: (isApplication) =>
    isApplication
      ? 'Esta solicitud ya salió; su respuesta aún no ha llegado.'
      : 'Este documento ya salió; su respuesta aún no ha llegado.',
  waitForEnd: 'Espere a que termine.',
  notKnown: (isApplication) =>
    isApplication
      ? 'No se sabe si el servicio recibió esta solicitud.'
      : 'No se sabe si el servicio recibió este documento.',
  confirmDeliveryToAvoidDuplicate: 'Indique primero qué pasó, para que no se envíe dos veces.',
  alreadyReceived: (isApplication) =>
    isApplication ? 'El servicio ya tiene esta solicitud.' : 'El servicio ya tiene este documento.',
  sendMoreDocuments: 'Envíe más documentos desde el expediente.',
  sendingCancelled: 'Usted canceló el envío.',
  notBeingSent: (isApplication) =>
    isApplication ? 'Esta solicitud no está en camino.' : 'Este documento no está en camino.',
  openAndSee: 'Abra el expediente de nuevo para ver su situación.',
  appEnded: (isApplication) =>
    isApplication
      ? 'La aplicación se cerró mientras se enviaba esta solicitud.'
      : 'La aplicación se cerró mientras se enviaba este documento.',
  queuedAtBackup: (isApplication) =>
    isApplication
      ? 'Esta solicitud esperaba en la fila cuando se hizo la copia de seguridad. Es posible que se haya enviado después.'
      : 'Este documento esperaba en la fila cuando se hizo la copia de seguridad. Es posible que se haya enviado después.',
  searchedNotResent: 'Se busca en el servicio, y nunca se vuelve a enviar por sí sola.',
  applicationQueued: 'Esta solicitud espera en la fila para enviarse.',
  beingSent: 'La solicitud se está enviando en este momento.',
  receivedNoChange: 'El servicio ya recibió esta solicitud, así que no se puede cambiar.',
  applicationNotKnown: 'No se sabe si el servicio recibió esta solicitud.',
  notNow: 'Este borrador no se puede cambiar ahora.',
  confirmDelivery: 'Indique primero qué pasó con ella.',
  changeNotSaved: 'Su cambio no se guardó.',
  nothingToShow: 'No hay nada que mostrar en este campo.',
  closeAndOpen: 'Cierre el expediente y ábralo de nuevo.',
  noSuchField: 'Se cambió un campo que este formulario no tiene.',
  nothingTo: (what) =>
    what === 'undo'
      ? 'No hay nada que deshacer en este borrador.'
      : 'No hay nada que rehacer en este borrador.',
  nothingChanged: 'No se cambió nada.',
  notAtService: 'El servicio aún no tiene esta solicitud.',
  submitFirst: 'Envíela primero.',
  fieldsNeed: (count) =>
    plural(count, 'Un campo requiere atención.', (n) => `${n} campos requieren atención.`),
  completeAndSubmit: 'Complete los campos marcados y envíela de nuevo.',
  orphansUnseen: (count) =>
    plural(
      count,
      'El formulario cambió, y 1 valor ya escrito no tiene lugar en él.',
      (n) => `El formulario cambió, y ${n} valores ya escritos no tienen lugar en él.`,
    ),
  openAndSubmit: 'Abra el expediente y revíselos; después envíelo.',
  duplicateSent: 'Otro expediente del mismo cliente ya salió, o está por salir.',
  lookAtDuplicate: 'Revíselo primero. Aun así puede enviar este.',
  submitApplicationFirst: 'Envíe primero la solicitud.',
  idMissing: 'Falta el application_id.',
  askForId: 'Pídalo al socio financiero e ingréselo aquí.',
  idOfOther: (name) => `Este application_id pertenece a otro expediente, ${name}.`,
  idTaken: 'Este application_id pertenece a otro expediente.',
  idOfDeleted: 'Este application_id perteneció a un expediente que se eliminó para siempre.',
  idDeletedAnswered: (application_id) =>
    `El servicio respondió con el application_id ${application_id}, que perteneció a un expediente que se eliminó para siempre.`,
  idTakenAnswered: (application_id, name) =>
    `El servicio respondió con el application_id ${application_id}, que ya pertenece a otro expediente, ${name}.`,
  idTakenAdvice:
    'No se envió ningún documento. Pregunte al socio financiero qué solicitud corresponde a este expediente y luego elija abajo.',
  idWithdrawn: (application_id, name) =>
    `Dos expedientes llevaban el application_id ${application_id}. Lo conserva el que se envió primero, ${name}.`,
  idWithdrawnAdvice:
    'Es posible que documentos de este expediente hayan llegado a esa solicitud. Pregunte al socio financiero qué solicitud corresponde a este expediente y luego elija abajo.',
  askForThisId: 'Pida al socio financiero el ID de este.',
  leftQueue: 'Este documento salió de la cola sin enviarse.',
  failedWhileSending: 'Algo falló en la aplicación mientras se enviaba.',
  askPartner: 'Pregunte al socio financiero antes de enviarlo de nuevo.',
  unnamedDeal: 'un expediente sin nombre',
  nothingSent: 'Todavía no se ha enviado nada de este expediente.',
  submitForProof: 'Envíelo primero; entonces habrá un comprobante.',
  entryChanged: (entry) => `El registro ${entry} de este comprobante no está como se escribió.`,
  restoreBefore: 'Restaure una copia de seguridad anterior al daño. El expediente mismo no está afectado.',
  kindUnknown: 'Este tipo de documento no está en el perfil.',
  chooseOfList: 'Elija uno de la lista.',
  documentQueued: 'Este documento espera en la fila para enviarse.',
  documentAlreadySent: 'Este documento ya salió de esta computadora.',
  attachAnother: 'Adjunte otro archivo si algo está mal en él.',
  offerGone: 'Esta oferta ya no está.',
  offersGone: 'Estas ofertas ya no están.',
  offerUnknown: 'El servicio no conoce esta oferta.',
  offerExpired: 'Esta oferta venció.',
  offerClosed: 'Esta oferta ya no está en pie.',
  askForNewOffer: 'Pida una nueva al socio financiero.',
  refreshOffers: 'Lea las ofertas de nuevo.',
  offerAccepted: 'Ya se aceptó una oferta de este expediente.',
  acceptanceKnown: 'Ya se sabe qué pasó con esta aceptación.',
  acceptanceUnknown: 'No se sabe si el servicio recibió una aceptación.',
  offersShowSoon: 'Lea las ofertas de nuevo en un minuto: muestran qué pasó con ella.',
  notFunded: 'Este expediente no se financió, o ya no está aquí.',
  lookInPipeline: 'Búsquelo en la Cartera.',
  creditBoxUnreadable:
    'Esta versión de la aplicación no puede leer los criterios de crédito que usted guardó.',
  enterCreditBoxAgain: 'Vaya a Ajustes e ingréselos de nuevo.',
  checklistItemGone: 'Esta línea ya no está en la lista de requisitos.',
  chooseAnother: 'Elija otra.',
}
