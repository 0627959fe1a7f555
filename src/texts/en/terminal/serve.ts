/** What `serve` says of where it is to be reached and of its configuration. */

export const exposureTexts = {
  noHost: (host: string) => `This computer has no address ${host} to listen on`,
  pair: '--tls-cert and --tls-key go together: give both files',
  either: '--behind-proxy leaves TLS to the proxy: leave out --tls-cert and --tls-key, or --behind-proxy',
  inTheClear: (host: string) =>
    `Keys and records would travel in the clear from ${host}: give --tls-cert and --tls-key, or --behind-proxy where a proxy with TLS is in front`,
  noPublicUrl: 'Links need the address that callers use: give it as --public-url, such as https://timelogs.example.com',
  publicUrl: '--public-url is an HTTPS address without a path, such as https://timelogs.example.com',
};

export const configTexts = {
  noFile: (path: string) => `The configuration ${path} cannot be read`,
  tooLarge: (path: string) => `The configuration ${path} is larger than 64 KiB: name the file with the options`,
  noJson: (path: string) => `The configuration ${path} is not JSON`,
  noObject: (path: string) => `The configuration ${path} is not one JSON object of options`,
  unknown: (path: string, name: string, nearest: string | undefined) =>
    `The configuration ${path} names "${name}", which is no option of serve${nearest === undefined ? '' : `: did you mean "${nearest}"?`}`,
  noSwitch: (path: string, name: string) => `In the configuration ${path}, "${name}" is true or false`,
  noText: (path: string, name: string) => `In the configuration ${path}, "${name}" is a text or a number`,
};
