package bites.chance.core.account;

import java.util.concurrent.ThreadLocalRandom;

record OffendingRandom() {
    int next() {
        return ThreadLocalRandom.current().nextInt(6);
    }
}
