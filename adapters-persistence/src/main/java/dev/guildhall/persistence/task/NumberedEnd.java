package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.task.AttemptEnd;
import java.util.List;
import org.jdbi.v3.core.statement.Query;

/**
 * An attempt that ends.
 *
 * @param number identifies it in its request
 */
record NumberedEnd(int number, AttemptEnd end) {
    AttemptEnd.Result result() {
        return end.result();
    }

    /** Binds the tasks of some ends, their fences and their numbers. */
    static Query bind(Query query, List<NumberedEnd> ends) {
        return query.bind("ids", Rows.each(ends, one -> one.end().taskId()))
                .bind("fences", Rows.integers(ends, one -> one.end().lease().fence()))
                .bind("numbers", Rows.integers(ends, NumberedEnd::number));
    }
}
