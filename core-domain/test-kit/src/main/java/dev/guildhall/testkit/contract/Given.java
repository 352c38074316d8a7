package dev.guildhall.testkit.contract;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Stores data that other data refers to. */
public final class Given {
    private Given() {}

    /** A new stored account. */
    public static UserId someUser(Stores stores) {
        Account account = Sample.account().build();
        stores.accounts().add(account);
        return account.id();
    }

    /** The result of a rotation of a stored session. */
    public static Rotation rotated(Stores stores, Session session) {
        return new Rotation.Rotated(
                session, stores.accounts().find(session.userId()).orElseThrow());
    }

    /** The result of a repetition of the last rotation of a stored session. */
    public static Rotation repeated(Stores stores, Session session, String salt) {
        return new Rotation.Repeated(
                session, stores.accounts().find(session.userId()).orElseThrow(), salt);
    }

    /** A new stored profile of a new user. */
    public static ProfileId someProfile(Stores stores) {
        Profile profile = Sample.profile(someUser(stores)).build();
        stores.profiles().add(profile);
        return profile.id();
    }

    /** A new stored group, without members. */
    public static GroupId someGroup(Stores stores) {
        Group group = Sample.group().build();
        stores.groups().add(group);
        return group.id();
    }

    /** A new stored conversation of a new user. */
    public static Chat someChat(Stores stores) {
        Chat chat = Sample.chat(someUser(stores)).build();
        stores.conversations().add(chat, List.of(), Optional.empty());
        return chat;
    }

    /**
     * Takes a step for each number from 0, fifty in a transaction: the more often one transaction changes a row, the slower
     * PostgreSQL finds its newest version.
     */
    public static void inTransactions(Stores stores, int count, IntConsumer step) {
        for (int first = 0; first < count; first += 50) {
            IntStream steps = IntStream.range(first, Math.min(count, first + 50));
            stores.transactions().run(() -> steps.forEach(step));
        }
    }
}
