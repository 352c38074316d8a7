import type { Page } from '@playwright/test';

/** A device that keeps passkeys, whose user it verifies at once (WebAuthn in the DevTools protocol). */
export class Device {
  private constructor(private readonly client: any, private readonly id: string) {}

  static async of(page: Page) {
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(client, authenticatorId);
  }

  async credentials(): Promise<{ credentialId: string; signCount: number }[]> {
    return (await this.client.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials;
  }

  /** As a copy of the device would be, whose counter stands still. */
  async setCounter(signCount: number) {
    const [credential] = await this.credentials();
    await this.client.send('WebAuthn.removeCredential', { authenticatorId: this.id, credentialId: credential.credentialId });
    await this.client.send('WebAuthn.addCredential', { authenticatorId: this.id, credential: { ...credential, signCount } });
  }

  async clear() {
    await this.client.send('WebAuthn.clearCredentials', { authenticatorId: this.id });
  }
}
