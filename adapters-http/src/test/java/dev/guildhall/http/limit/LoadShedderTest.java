package dev.guildhall.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadShedderTest {
    private static final int MIB = 1024 * 1024;

    private final LoadShedder shedder = new LoadShedder(64 * MIB, Duration.ZERO);

    private List<LoadShedder.Permit> admitAll() {
        List<LoadShedder.Permit> admitted = new ArrayList<>();
        while (admitted.size() < 10_000) {
            try {
                admitted.add(shedder.admit());
            } catch (LoadShedder.Overloaded full) {
                break;
            }
        }
        return admitted;
    }

    @Test
    void a_request_in_work_counts_as_one_mebibyte() {
        List<LoadShedder.Permit> admitted = admitAll();

        assertThat(admitted).hasSize(64);
        admitted.getFirst().close();
        assertThat(admitAll()).hasSize(1);
    }

    @Test
    void closing_a_permit_again_changes_nothing() {
        List<LoadShedder.Permit> admitted = admitAll();

        admitted.getFirst().close();
        admitted.getFirst().close();

        assertThat(admitAll()).hasSize(1);
    }

    @Test
    void requests_that_wait_leave_room_for_others() {
        List<LoadShedder.Permit> waiting = admitAll();
        waiting.forEach(LoadShedder.Permit::beginWait);

        assertThat(admitAll()).hasSize(60);
    }

    @Test
    void a_body_needs_many_times_its_own_size_once_it_is_read() {
        LoadShedder.Permit first = shedder.admit();
        first.beginWait();
        first.receive(MIB);
        first.beginWork();

        assertThat(admitAll()).hasSize(39);
    }

    @Test
    void a_body_that_has_no_room_is_refused_and_leaves_none_taken() {
        List<LoadShedder.Permit> admitted = admitAll();
        LoadShedder.Permit last = admitted.getLast();

        last.beginWait();
        assertThatThrownBy(() -> last.receive(2 * MIB)).isInstanceOf(LoadShedder.Overloaded.class);
        admitted.forEach(LoadShedder.Permit::close);

        assertThat(admitAll()).hasSize(64);
    }

    @Test
    void a_body_that_could_not_be_worked_on_is_refused_before_it_comes() {
        LoadShedder.Permit permit = shedder.admit();

        assertThatThrownBy(() -> permit.expect(20 * MIB)).isInstanceOf(LoadShedder.Overloaded.class);
    }

    @Test
    void a_request_waits_for_another_one_to_end() throws Exception {
        LoadShedder patient = new LoadShedder(MIB, Duration.ofMinutes(1));
        LoadShedder.Permit first = patient.admit();

        CompletableFuture<LoadShedder.Permit> second = CompletableFuture.supplyAsync(patient::admit);
        first.close();

        assertThat(second.get(20, TimeUnit.SECONDS)).isNotNull();
    }
}
