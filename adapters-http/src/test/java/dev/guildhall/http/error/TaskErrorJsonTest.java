package dev.guildhall.http.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.TaskError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskErrorJsonTest {
    private static int status(ErrorKind kind) {
        return TaskErrorJson.of(new TaskError("SAMPLE", "no", kind)).status();
    }

    @Test
    void each_kind_has_the_status_that_clients_know() {
        assertThat(List.of(
                        ErrorKind.FAILED_PRECONDITION,
                        ErrorKind.UNAUTHENTICATED,
                        ErrorKind.FORBIDDEN,
                        ErrorKind.NOT_FOUND,
                        ErrorKind.TIMED_OUT,
                        ErrorKind.CONFLICT,
                        ErrorKind.TOO_LARGE,
                        ErrorKind.INVALID,
                        ErrorKind.LIMITED,
                        ErrorKind.INTERNAL,
                        ErrorKind.NOT_OFFERED,
                        ErrorKind.UPSTREAM_FAILED,
                        ErrorKind.UNAVAILABLE,
                        ErrorKind.UPSTREAM_TIMED_OUT,
                        ErrorKind.STORAGE_FULL))
                .extracting(TaskErrorJsonTest::status)
                .containsExactly(400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504, 507);
    }

    @ParameterizedTest
    @CsvSource({"418,418", "599,599", "399,500", "600,500", "0,500"})
    void the_number_of_a_worker_is_kept_when_it_is_the_status_of_an_error(int given, int status) {
        assertThat(status(new ErrorKind(given))).isEqualTo(status);
    }
}
