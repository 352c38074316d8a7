package dev.guildhall.ports.account;

/**
 * A secret for an authenticator application, which is no factor before it is confirmed.
 *
 * @param id of the factor
 * @param secret 160 bits in Base32, without padding
 * @param uri the same for a QR code: {@code otpauth://totp/…}
 */
public record NewTotp(FactorId id, String secret, String uri) {
    @Override
    public String toString() {
        return "NewTotp[" + id.value() + "]";
    }
}
