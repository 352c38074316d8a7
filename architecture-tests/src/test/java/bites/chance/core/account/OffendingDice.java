package bites.chance.core.account;

import java.util.concurrent.ThreadLocalRandom;

record OffendingDice() {
    int roll() {
        return ThreadLocalRandom.current().nextInt(6);
    }
}
