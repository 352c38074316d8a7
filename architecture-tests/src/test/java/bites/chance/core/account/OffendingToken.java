package bites.chance.core.account;

import java.security.SecureRandom;

record OffendingToken() {
    byte[] token() {
        byte[] token = new byte[16];
        new SecureRandom().nextBytes(token);
        return token;
    }
}
