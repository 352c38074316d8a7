package dev.guildhall.core.agent;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Removes chats so many days after their last message as the settings say (accounts-36). */
public final class ChatRetention implements Runnable {
    private final InstantSource clock;
    private final Stores stores;
    private final Supplier<CurrentSettings> settings;

    public ChatRetention(InstantSource clock, Stores stores, Supplier<CurrentSettings> settings) {
        this.clock = clock;
        this.stores = stores;
        this.settings = settings;
    }

    @Override
    public void run() {
        settings.get().values().chatDays().ifPresent(days -> {
            Instant before = clock.instant().minus(Duration.ofDays(days));
            BatchedSweep.sweep(most -> remove(before, most));
        });
    }

    private int remove(Instant before, int most) {
        List<Chat> idle = stores.conversations().idle(before, most);
        idle.forEach(chat -> ChatArchive.delete(stores, chat));
        return idle.size();
    }
}
