//! Which positions of a game are wanted.
#![forbid(unsafe_code)]

/// Plies count from 0, the start.
#[derive(Clone, Debug)]
pub struct Plies {
    /// Every one.
    pub all: bool,
    /// The one behind the last move.
    pub last: bool,
    /// Every so many plies, the start included; 0: none.
    pub every: u32,
    /// From and to, both included.
    pub ranges: Vec<(u32, u32)>,
}

impl Plies {
    /// Whether a position is wanted wherever the game ends.
    #[inline]
    pub fn wants(&self, ply: u32) -> bool {
        self.all
            || (self.every > 0 && ply.is_multiple_of(self.every))
            || self.ranges.iter().any(|&(from, to)| from <= ply && ply <= to)
    }

    /// Whether nothing but the start is wanted: no move has to be read.
    pub fn start_alone(&self) -> bool {
        !self.all && !self.last && self.every == 0 && self.ranges.iter().all(|&(_, to)| to == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted() {
        let plies = Plies { all: false, last: true, every: 4, ranges: vec![(6, 7), (0, 0)] };
        let wanted: Vec<u32> = (0..10).filter(|&ply| plies.wants(ply)).collect();
        assert_eq!((wanted, plies.start_alone()), (vec![0, 4, 6, 7, 8], false));
        assert!(Plies { all: false, last: false, every: 0, ranges: vec![(0, 0)] }.start_alone());
    }
}
