export { notifyFailure as sayFailed } from './notify-failure.ts';
